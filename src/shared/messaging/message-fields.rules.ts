import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'

/** What a message to a family may name: what is known of every child, and nothing that only some may see. */
export const messageFields = [
  'student.name',
  /** At the school and at its tills, of who has an account there. */
  'student.number',
  'guardian.name',
  'application.reference',
  /** Of who waits, as it is when the message leaves. */
  'application.waitingPlace',
  /** Of a refusal, where the reason is one that families are told. */
  'application.reason',
  'offer.grade',
  'offer.year',
  /** The first day at the school, as the offer that stands says it. */
  'offer.startDate',
  /** What the family has promised to bring, each with its last day. */
  'documents.promised',
  /** Where anyone who has accepted an offer reads its letter; each reader's own. */
  'letter.link',
  /** Where a guardian of a child of the school who has no account opens one. */
  'account.signUp',
  /** Of reminders of fees: what is due, each item of it, and the code that a bank transfer names. */
  'fees.open',
  'fees.items',
  'fees.code',
  'school.name',
  'school.phone',
  'school.email',
  'school.website',
  'letter.date',
] as const satisfies readonly LetterField[]

export type MessageField = (typeof messageFields)[number]

/** Returns the fields that a text may offer: those of fees only in reminders of fees. */
export const offeredFields = (isReminder: boolean): MessageField[] =>
  messageFields.filter((field) => isReminder || !field.startsWith('fees.'))

export const isMessageField = (name: string): name is MessageField =>
  (messageFields as readonly string[]).includes(name)
