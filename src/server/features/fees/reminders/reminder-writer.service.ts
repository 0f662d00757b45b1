import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Currency } from '#shared/kernel/money.ts'

/** A reminder as it is to be said. */
export interface Reminder {
  mailId: string
  level: number
  to: { email: string; language: Language; nameLatin: string | null; nameArabic: string | null }
  children: readonly { studentId: string; nameLatin: string | null; nameArabic: string | null }[]
  /** What is due, in minor units. */
  open: number
  currency: Currency
  items: Bilingual
  /** Code that a bank transfer names. */
  code: string
}

/**
 * Queues the email of a reminder in the school's own words. Texts belong to the domain of messages, above this one, which is passed
 * in where both are brought together. @returns the version of the text; undefined where it names something that is not known
 */
export type WriteReminder = (tx: Tx, mail: MailCtx, reminder: Reminder) => Promise<number | undefined>
