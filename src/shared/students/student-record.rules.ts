// chunk: desk-calls
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { withWriterContact } from '#shared/forms/form-guardians.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'

/** What a guardian is to the child: codes of the ready forms, never changed. */
export const guardianRelations = [
  'father',
  'mother',
  'grandparent',
  'uncle-aunt',
  'sibling',
  'legal-guardian',
  'other',
] as const
export type GuardianRelation = (typeof guardianRelations)[number]

/** What the school knows of a child by itself; null is "nobody has said". */
export interface RecordIdentity {
  nameLatin: string | null
  nameArabic: string | null
  birthDate: string | null
  nationality: string | null
  entryYear: number | null
  grade: string | null
}

/** A guardian as a list of students names them, without their rights. */
export interface GuardianContact {
  nameLatin: string | null
  nameArabic: string | null
  relation: GuardianRelation | null
  /** In E.164. */
  phone: string | null
  email: string | null
  language: Language | null
}

/** Somebody who looks after a child, with what they may do; null is "nobody has said", which is no yes. */
export interface GuardianFacts {
  nameLatin: string | null
  nameArabic: string | null
  relation: string | null
  /** In E.164. */
  phone: string | null
  email: string | null
  language: string | null
  isLegalGuardian: boolean | null
  maySign: boolean | null
  mayCollect: boolean | null
  livesWithChild: boolean | null
  /** Of the fees, in whole per cent. */
  paysShare: number | null
}

export const identityFields = [
  'nameLatin',
  'nameArabic',
  'birthDate',
  'nationality',
  'entryYear',
  'grade',
] as const satisfies readonly (keyof RecordIdentity)[]

export const guardianFields = [
  'nameLatin',
  'nameArabic',
  'relation',
  'phone',
  'email',
  'language',
  'isLegalGuardian',
  'maySign',
  'mayCollect',
  'livesWithChild',
  'paysShare',
] as const satisfies readonly (keyof GuardianFacts)[]

export type RecordField = (typeof identityFields)[number] | (typeof guardianFields)[number]
export type RecordValue = string | number | boolean | null

const isArabic = (name: string) => /\p{Script=Arabic}/u.test(name)

const textOf = (answer: unknown): string | null =>
  typeof answer === 'string' && answer.trim() !== '' ? answer.trim() : null
const yesNoOf = (answer: unknown): boolean | null => (typeof answer === 'boolean' ? answer : null)

function shareOf(answer: unknown): number | null {
  const share = Number(textOf(answer) ?? Number.NaN)
  return Number.isInteger(share) && share >= 0 && share <= 100 ? share : null
}

function relationOf(answer: unknown): GuardianRelation | null {
  const text = textOf(answer)
  return text === null ? null : (guardianRelations.find((each) => each === text) ?? 'other')
}

/**
 * Returns the guardians whom an application names, in its order, with the contact of the one who filled it in. A form that
 * asks for none (a block `guardians`) has one: the person who filled it in, without rights.
 */
export function formGuardians(form: FormDefinition, answers: Answers): GuardianFacts[] {
  const rows = withWriterContact(form, answers)['guardians']
  const named = Array.isArray(rows) ? (rows as Answers[]).map(guardianIn).filter(hasName) : []
  return named.length > 0 ? named : [writerOf(form, answers)].filter(hasName)
}

const hasName = ({ nameLatin, nameArabic }: GuardianFacts) => nameLatin !== null || nameArabic !== null

const namesIn = (...texts: (string | null)[]) => {
  const names = texts.filter((name) => name !== null)
  return { nameLatin: names.find((name) => !isArabic(name)) ?? null, nameArabic: names.find(isArabic) ?? null }
}

const guardianIn = (row: Answers): GuardianFacts => ({
  ...namesIn(textOf(row['name']), textOf(row['name_ar'])),
  relation: relationOf(row['relation']),
  phone: textOf(row['mobile']),
  email: textOf(row['email']),
  language: ['en', 'ar'].find((each) => each === row['language']) ?? null,
  isLegalGuardian: yesNoOf(row['is_legal_guardian']),
  maySign: yesNoOf(row['may_sign']),
  mayCollect: yesNoOf(row['may_collect']),
  livesWithChild: yesNoOf(row['lives_with_child']),
  paysShare: shareOf(row['pays_share']),
})

function writerOf({ contact }: FormDefinition, answers: Answers): GuardianFacts {
  const at = (key: string | undefined) => (key === undefined ? null : textOf(answers[key]))
  return {
    ...namesIn(at(contact.name)),
    relation: relationOf(answers['writer_relation']),
    phone: at(contact.phone),
    email: at(contact.email),
    language: null,
    isLegalGuardian: null,
    maySign: null,
    mayCollect: null,
    livesWithChild: null,
    paysShare: null,
  }
}

/** One thing that the record says otherwise than the application. */
export interface RecordDifference {
  /** Whose: the child's own (null), or a guardian's id. Of a guardian who is no longer on record, their place from 0. */
  of: string | number | null
  /** Null where somebody is in one of the two alone. */
  field: RecordField | null
  applied: RecordValue
  live: RecordValue
}

interface LiveGuardian extends GuardianFacts {
  id: string
  /** Which one of the application this is, from 0; null for whom staff added. */
  place: number | null
}

/** Everything in which the live record and the application as it was handed in differ: the child's own first, in the order of the fields. */
export function recordDifferences(
  applied: { identity: RecordIdentity; guardians: readonly GuardianFacts[] },
  live: { identity: RecordIdentity; guardians: readonly LiveGuardian[] },
): RecordDifference[] {
  const ofChild = identityFields.flatMap((field) =>
    differing(null, field, applied.identity[field], live.identity[field]),
  )
  const ofKept = live.guardians.flatMap((guardian): RecordDifference[] => {
    const before = guardian.place === null ? undefined : applied.guardians[guardian.place]
    if (!before) return [{ of: guardian.id, field: null, applied: null, live: shownName(guardian) }]
    return guardianFields.flatMap((field) => differing(guardian.id, field, before[field], guardian[field]))
  })
  const ofGone = applied.guardians.flatMap((guardian, place): RecordDifference[] =>
    live.guardians.some((each) => each.place === place)
      ? []
      : [{ of: place, field: null, applied: shownName(guardian), live: null }],
  )
  return [...ofChild, ...ofKept, ...ofGone]
}

const shownName = ({ nameLatin, nameArabic }: GuardianFacts) => nameLatin ?? nameArabic

const differing = (
  of: string | null,
  field: RecordField,
  applied: RecordValue,
  live: RecordValue,
): RecordDifference[] => (applied === live ? [] : [{ of, field, applied, live }])

/** What of the fields has changed, from one state to the next. */
export const changedFields = <F extends string>(
  fields: readonly F[],
  before: Readonly<Record<F, RecordValue>>,
  after: Readonly<Record<F, RecordValue>>,
): { field: F; from: RecordValue; to: RecordValue }[] =>
  fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
