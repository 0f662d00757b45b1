import type { Language } from '#shared/kernel/fields.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import {
  languageWords,
  type StudentSource,
  sourceWords,
  statusWords,
  studentSources,
} from '#shared/students/student-columns.rules.ts'
import { type GuardianRelation, guardianRelations } from '#shared/students/student-record.rules.ts'
import { type StudentStatus, studentStatuses } from '#shared/students/student-status.rules.ts'

/* Words of a list mapped to codes. Words are compared folded, in both languages; codes count as words too. */

const byWords = <C extends string>(codes: readonly C[], wordsOf: (code: C) => readonly string[]): Map<string, C> =>
  new Map(codes.flatMap((code) => [code, ...wordsOf(code)].map((word) => [foldText(word), code] as const)))

const statuses = byWords(studentStatuses, (code) => [statusWords[code].en, statusWords[code].ar])
export const statusIn = (said: string): StudentStatus | undefined => statuses.get(foldText(said))

const languages = byWords<Language>(['en', 'ar'], (code) => [
  languageWords[code].en,
  languageWords[code].ar,
  ...(code === 'ar' ? ['عربي', 'العربي', 'عربية'] : ['إنجليزي', 'انجليزية']),
])
export const languageIn = (said: string): Language | undefined => languages.get(foldText(said))

const sources = byWords<StudentSource>(studentSources, (code) => [sourceWords[code].en, sourceWords[code].ar])
/** Returns the code of a source that every school has; any other is the school's own and stays as it is written. */
export const sourceIn = (said: string | null): string | null => said && (sources.get(foldText(said)) ?? said)

/** Words for each relation, those of the screens first; a test compares them. */
export const relationWords: Readonly<Record<GuardianRelation, readonly string[]>> = {
  father: ['Father', 'الأب', 'أب', 'والد', 'الوالد', 'dad'],
  mother: ['Mother', 'الأم', 'أم', 'والدة', 'الوالدة', 'mum', 'mom'],
  grandparent: ['Grandparent', 'الجد أو الجدة', 'جد', 'جدة', 'الجد', 'الجدة', 'grandfather', 'grandmother'],
  'uncle-aunt': ['Uncle or aunt', 'العم أو الخال أو العمة أو الخالة', 'عم', 'عمة', 'خال', 'خالة', 'uncle', 'aunt'],
  sibling: ['Adult brother or sister', 'أخ أو أخت بالغ', 'Brother or sister of age', 'أخ', 'أخت', 'brother', 'sister'],
  'legal-guardian': ['Legal guardian', 'الوصي القانوني', 'وصي', 'ولي أمر', 'guardian'],
  other: ['Other', 'غير ذلك'],
}
const relations = byWords(guardianRelations, (code) => relationWords[code])
export const relationIn = (said: string): GuardianRelation | undefined => relations.get(foldText(said))

let countries: Map<string, string> | undefined

/** Returns every country by its code and its name in both languages; computed on first use. */
function countryNames(): Map<string, string> {
  if (countries) return countries
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const codes = letters.flatMap((one) => letters.map((other) => `${one}${other}`))
  const names = ['en', 'ar'].map((lng) => new Intl.DisplayNames(lng, { type: 'region', fallback: 'none' }))
  countries = new Map(
    codes.flatMap((code) => {
      const found = names.flatMap((of) => of.of(code) ?? [])
      return found.length === 0 ? [] : [code, ...found].map((name) => [foldText(name), code] as const)
    }),
  )
  return countries
}

/** Returns the two-letter country code (ISO 3166). */
export const countryIn = (said: string): string | undefined => countryNames().get(foldText(said))
