// chunk: desk-parts
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { usualGrades } from '../usual-grades.ts'

/** A grade by its permanent code, with its name in both languages. */
export interface NamedGrade {
  code: string
  name: Bilingual
}

const kindergarten = new Map<string, Bilingual>([
  ['PREKG', { en: 'Pre-KG', ar: 'ما قبل الروضة' }],
  ['KG1', { en: 'KG 1', ar: 'روضة 1' }],
  ['KG2', { en: 'KG 2', ar: 'روضة 2' }],
])

/** Returns a grade in both languages by its usual code; any other code stands as it is. */
export const usualGradeName = (code: string): string | Bilingual =>
  kindergarten.get(code) ?? (/^\d{1,2}$/.test(code) ? { en: `Grade ${code}`, ar: `الصف ${code}` } : code)

const inBoth = (code: string): NamedGrade => {
  const name = usualGradeName(code)
  return { code, name: typeof name === 'string' ? { en: name, ar: name } : name }
}

const usual: readonly NamedGrade[] = usualGrades.map(inBoth)

/** Returns the grades of a school in their order: those that it has set, else the usual ones. */
export const gradesOf = (own: readonly NamedGrade[] | undefined): readonly NamedGrade[] => own ?? usual

/** Returns one grade of these; a code that is not among them has its usual name. */
export const gradeOf = (grades: readonly NamedGrade[], code: string): NamedGrade =>
  grades.find((each) => each.code === code) ?? inBoth(code)

/** Returns a function that compares two grades by their order; a grade that is not among these comes last. */
export function byGrade(grades: readonly NamedGrade[]): (one: string, other: string) => number {
  const places = new Map(grades.map(({ code }, at) => [code, at]))
  const placeOf = (code: string) => places.get(code) ?? grades.length
  return (one, other) => placeOf(one) - placeOf(other)
}
