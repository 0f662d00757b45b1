import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { gradeRules } from './grade-rule-packs.ts'
import type { GradeSystem } from './grades/grade-systems.ts'
import type { GradeMinimum, GradeRule, Intake } from './grade.rules.ts'
import { gradesOf, usualGradeName } from './grades/grade-names.rules.ts'
import { type Regulator, regulatorCountry } from './regulator.rules.ts'

/** A grade as a school has set it. */
export interface SchoolGrade {
  /** Stands in forms, files and seat plans; it never changes. */
  code: string
  name: Bilingual
  /** Age in whole years on the cut-off day; null where age does not decide. */
  age: number | null
}

/** How a school places children by age. */
export interface SchoolAges {
  intake: Intake
  /** `MM-DD` in the year of entry; empty for the day that the country's regulator sets, where it is known. */
  cutOff: string
}

/** Until a school sets another intake or cut-off day. */
export const usualAges: SchoolAges = { intake: 'autumn', cutOff: '' }

/** What a school may have set of its grades. */
export interface GradeSettings {
  grades?: readonly SchoolGrade[]
  ages?: SchoolAges
  /** ISO 3166 code. */
  country?: string
  /** Whose cut-off day counts where the school has set none. */
  regulator?: Regulator
}

/** Returns a grade as this school names it. */
export const gradeNameOf = (grades: readonly SchoolGrade[] | undefined, code: string): string | Bilingual =>
  grades?.find((each) => each.code === code)?.name ?? usualGradeName(code)

/** Returns the grades that a school of this country has until it sets its own. @param country ISO 3166 code */
export function defaultGrades(country: string): SchoolGrade[] {
  const minima = rulesOf(country)[0]?.grades ?? []
  return gradesOf(undefined).map(({ code, name }) => {
    const age = minima.find(({ grade }) => grade === code)?.age ?? null
    return { code, name, age }
  })
}

const years: readonly SchoolGrade[] = [
  { code: 'FS1', name: { en: 'Foundation 1', ar: 'المرحلة التأسيسية 1' }, age: 3 },
  { code: 'FS2', name: { en: 'Foundation 2', ar: 'المرحلة التأسيسية 2' }, age: 4 },
  ...Array.from({ length: 13 }, (_, no) => ({
    code: `Y${no + 1}`,
    name: { en: `Year ${no + 1}`, ar: `السنة ${no + 1}` },
    age: no + 5,
  })),
]

/** Returns the grades that a school begins with as its own; none where they are the usual ones. */
export const startGrades = (system: GradeSystem | undefined): SchoolGrade[] | undefined =>
  system === 'years' ? [...years] : undefined

const rulesOf = (country: string): GradeRule[] => gradeRules.filter((rule) => rule.country === country)

/** The rules of age by which a school places children. */
export interface AgeRules {
  country: string
  intake: Intake
  rules: GradeRule[]
}

/**
 * Returns a school's own rules of age: its grades by the regulator's cut-off day, or by its own. Undefined until it has set its
 * grades, and where no cut-off day is known.
 */
export function schoolAgeRules({
  grades,
  ages,
  country = '',
  regulator = 'none',
}: GradeSettings): AgeRules | undefined {
  if (!grades || !ages || country.length !== 2) return undefined
  const minima = grades.flatMap(({ code, age }): GradeMinimum[] => (age === null ? [] : [{ grade: code, age }]))
  if (minima.length === 0) return undefined
  const { intake, cutOff } = ages
  const byAge = minima.toSorted((one, other) => one.age - other.age)
  const own = (rule: Omit<GradeRule, 'source' | 'grades'>): GradeRule => ({ ...rule, source: 'school', grades: byAge })
  const rules =
    cutOff === ''
      ? rulesOf(regulatorCountry(regulator) ?? '').map((rule) =>
          isSame(rule.grades, byAge) ? rule : own({ ...rule, id: `school-${rule.id}` }),
        )
      : [own({ id: `school-${intake}-${cutOff}`, country, intake, fromYear: 2000, cutOff })]
  return rules.length === 0 ? undefined : { country: rules[0]?.country ?? country, intake, rules }
}

const isSame = (one: readonly GradeMinimum[], other: readonly GradeMinimum[]): boolean =>
  one.length === other.length && one.every(({ grade, age }, at) => other[at]?.grade === grade && other[at].age === age)
