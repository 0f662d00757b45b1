import type { CountryGroup } from '#shared/documents/country-group.rules.ts'
import { type DocumentRule, DocumentType } from '#shared/documents/document-type.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

/** A rule as it is typed: nothing chosen means that it fits everybody. */
export interface RuleDraft {
  grades: string[]
  fromGrade: string
  nationality: CountryGroup[]
  lastSchool: CountryGroup[]
  note: Bilingual
}

/** A kind of paper as it is typed; what the form does not ask for stays as it was. */
export interface TypeDraft extends Omit<DocumentType, 'promiseDays' | 'asked'> {
  /** Empty where no promise will do. */
  promiseDays: string
  asked: RuleDraft[]
}

export const typeParts = ['label', 'sensitivity', 'hasExpiry', 'promiseDays', 'accept', 'tier', 'asked'] as const
export type TypePart = (typeof typeParts)[number]

export const noRule: RuleDraft = {
  grades: [],
  fromGrade: '',
  nationality: [],
  lastSchool: [],
  note: { en: '', ar: '' },
}

/** Asked of everybody, to be read by the person who sees identities, until it is said otherwise. */
export const newType: DocumentType = {
  code: '',
  label: { en: '', ar: '' },
  sensitivity: 'S2',
  hasExpiry: false,
  promiseDays: 60,
  accept: ['jpeg', 'png', 'webp', 'pdf'],
  tier: 'intermediate',
  asked: [{}],
  fields: [],
}

export const draftOfType = ({ promiseDays, asked, ...rest }: DocumentType): TypeDraft => ({
  ...rest,
  promiseDays: promiseDays === null ? '' : String(promiseDays),
  asked: asked.map(({ grades, fromGrade, nationality, lastSchool, note }) => ({
    grades: grades ?? [],
    fromGrade: fromGrade ?? '',
    nationality: nationality ?? [],
    lastSchool: lastSchool ?? [],
    note: note ?? noRule.note,
  })),
})

const ruleOf = ({ grades, fromGrade, nationality, lastSchool, note }: RuleDraft): DocumentRule => ({
  ...(grades.length > 0 && { grades }),
  ...(fromGrade !== '' && { fromGrade }),
  ...(nationality.length > 0 && { nationality }),
  ...(lastSchool.length > 0 && { lastSchool }),
  ...((note.en.trim() !== '' || note.ar.trim() !== '') && { note }),
})

/** Made of the English name, once; a number tells apart what would be called the same. */
export function codeFor(label: string, taken: readonly string[]): string {
  const words = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/-+$/, '')
  const base = words.length < 2 ? 'paper' : words
  if (!taken.includes(base)) return base
  let no = 2
  while (taken.includes(`${base}-${no}`)) no += 1
  return `${base}-${no}`
}

/** What is saved, or which parts are not right yet. `taken` are the codes of the list, for one that has none yet. */
export function typeOf(draft: TypeDraft, taken: readonly string[]): { type: DocumentType } | { wrong: TypePart[] } {
  const days = latinDigits(draft.promiseDays).trim()
  const asked = DocumentType.safeParse({
    ...draft,
    code: draft.code === '' ? codeFor(draft.label.en, taken) : draft.code,
    promiseDays: days === '' ? null : /^\d{1,3}$/.test(days) ? Number(days) : Number.NaN,
    asked: draft.asked.map(ruleOf),
  })
  if (asked.success) return { type: asked.data }
  const named = asked.error.issues.map(({ path }) => String(path[0]))
  return { wrong: typeParts.filter((part) => named.includes(part)) }
}

/** Which parts differ. */
export const differingParts = (one: DocumentType, other: DocumentType): TypePart[] =>
  typeParts.filter((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]))

/** What may be sent of a paper: nothing but what is safe to keep and to show. */
export const fileKinds = ['jpeg', 'png', 'webp', 'pdf'] as const

/** The list with one paper a place earlier or later. */
export function movedType(types: readonly DocumentType[], code: string, by: -1 | 1): DocumentType[] {
  const from = types.findIndex((type) => type.code === code)
  const [one, other] = [types[from], types[from + by]]
  if (!one || !other) return [...types]
  return types.map((type, at) => (at === from ? other : at === from + by ? one : type))
}
