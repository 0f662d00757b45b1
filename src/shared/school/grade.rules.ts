import type { Day } from '#shared/kernel/time.ts'

/** When a school year starts: in August or September, or in April. */
export type Intake = 'autumn' | 'april'

/** A grade by its stable code, and the age in whole years that a child has reached on the cut-off day to enter it. */
export interface GradeMinimum {
  grade: string
  age: number
}

/** One rule, holding from a year of entry until a later one for the same country and intake. */
export interface GradeRule {
  id: string
  /** Whose rule it is: a regulator's for the whole country, or a school's own. */
  source: 'regulator' | 'school'
  /** ISO 3166 code. */
  country: string
  intake: Intake
  /** The first year of entry it holds for: 2026 is the school year 2026-27. */
  fromYear: number
  /** `MM-DD` in the year of entry; anyone who has their birthday on this very day has reached the age. */
  cutOff: string
  /** From the youngest on, a year apart. */
  grades: readonly GradeMinimum[]
}

export interface GradeQuestion {
  birthDate: Day
  entryYear: number
  intake: Intake
  country: string
}

/** All that a sentence needs: "born 14 Oct 2022: KG1 for 2026-27, because 4 by 31 Dec 2026". */
export interface GradeFound {
  kind: 'grade' | 'too-young' | 'too-old'
  /** The grade suggested; of a child too young the youngest there is, of one too old the highest. */
  grade: string
  /** Whole years on the cut-off day. */
  age: number
  cutOff: Day
  source: GradeRule['source']
  rule: string
  /** The age that the grade asks for. */
  ageAsked: number
}

export type GradeAnswer =
  | (GradeFound & {
      /** A child who has been to school already is placed by the grade completed there; age is a hint only. */
      byCompletedGrade: boolean
      /** What last year's rule would have given for the same entry, when the rule is new this year and that differs. */
      before?: GradeFound
      /** Of a child too young: the first year of entry in which this rule lets it in. */
      firstEntryYear?: number
    })
  /** No date, one that is on no calendar, or a birth after the cut-off day. */
  | { kind: 'unknown-birth-date' }
  /** No rule is known for this country, intake and year: say so, and ask the school. */
  | { kind: 'no-rule' }

/** Children enter up to grade 1, for which this is the age, by their age; anyone who comes later comes from another school. */
export const lastGradeByAge = 6

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/**
 * Whole years reached on a day, by the calendar alone. Who was born on 29 February has a birthday on 1 March in years
 * without one.
 */
export function ageOn(birthDate: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** The rule in force for a year of entry: the latest that has begun. */
function ruleOf(question: Omit<GradeQuestion, 'birthDate'>, rules: readonly GradeRule[]): GradeRule | undefined {
  return rules
    .filter(
      (rule) =>
        rule.country === question.country && rule.intake === question.intake && rule.fromYear <= question.entryYear,
    )
    .toSorted((one, other) => other.fromYear - one.fromYear)[0]
}

function apply(rule: GradeRule, { birthDate, entryYear }: GradeQuestion): GradeFound | undefined {
  const cutOff = `${entryYear}-${rule.cutOff}`
  const youngest = rule.grades[0]
  const highest = rule.grades.at(-1)
  if (!youngest || !highest || birthDate > cutOff) return undefined
  const age = ageOn(birthDate, cutOff)
  const reached = rule.grades.findLast((grade) => grade.age <= age)
  const found = { age, cutOff, source: rule.source, rule: rule.id }
  if (!reached) return { kind: 'too-young', grade: youngest.grade, ageAsked: youngest.age, ...found }
  const kind = age > highest.age ? 'too-old' : 'grade'
  return { kind, grade: reached.grade, ageAsked: reached.age, ...found }
}

/** The grade to suggest. Never decided by today: the same question has the same answer on any day, anywhere. */
export function suggestGrade(question: GradeQuestion, rules: readonly GradeRule[]): GradeAnswer {
  const rule = ruleOf(question, rules)
  if (!rule) return { kind: 'no-rule' }
  const found = isDay(question.birthDate) ? apply(rule, question) : undefined
  if (!found) return { kind: 'unknown-birth-date' }
  const answer: GradeAnswer = {
    ...found,
    byCompletedGrade: found.kind !== 'too-young' && found.ageAsked > lastGradeByAge,
  }
  if (found.kind === 'too-young') answer.firstEntryYear = question.entryYear + found.ageAsked - found.age
  const earlier = ruleOf({ ...question, entryYear: question.entryYear - 1 }, rules)
  const before = earlier && apply(earlier, question)
  if (before && (before.kind !== found.kind || before.grade !== found.grade)) answer.before = before
  return answer
}
