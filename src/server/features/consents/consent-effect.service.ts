import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentAnswer } from '#shared/consents/consent.contract.ts'
import type { CustomerId, Random } from '#shared/kernel/ids.ts'

/** Answers of a guardian that count and were just stored. */
export interface CountedAnswers {
  readonly schoolId: string
  /** The pupil's account; null where the request is about none. */
  readonly customerId: CustomerId | null
  readonly answers: readonly ConsentAnswer[]
  readonly nowMs: number
  readonly random: Random
  readonly mail: MailCtx
}

/** Acts on answers that count, in the transaction that stores them. */
export type ConsentEffect = (tx: Tx, counted: CountedAnswers) => Promise<void>
