import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentAnswer } from '#shared/consents/consent.contract.ts'
import type { CustomerId, Random } from '#shared/kernel/ids.ts'

/** Counting answers of a guardian, just stored. */
export interface CountedAnswers {
  readonly schoolId: string
  /** Pupil account; null where the request concerns none. */
  readonly customerId: CustomerId | null
  readonly answers: readonly ConsentAnswer[]
  readonly nowMs: number
  readonly random: Random
  readonly mail: MailCtx
}

/** Effect of counting answers, in the transaction that stores them. */
export type ConsentEffect = (tx: Tx, counted: CountedAnswers) => Promise<void>
