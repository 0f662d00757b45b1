import type { LetterField } from './letter-fields.rules.ts'

/** What a message to a family may name: what is known of every child, and nothing that only some may see. */
export const messageFields = [
  'student.name',
  'guardian.name',
  'application.reference',
  'offer.grade',
  'offer.year',
  'school.name',
  'school.phone',
  'school.email',
  'school.website',
  'letter.date',
] as const satisfies readonly LetterField[]
export type MessageField = (typeof messageFields)[number]

/** Fields that are of one child: a text without any of them says the same to every family. */
const ofChild: readonly LetterField[] = ['student.name', 'application.reference', 'offer.grade', 'offer.year']
export const isOfChild = (field: LetterField): boolean => ofChild.includes(field)
