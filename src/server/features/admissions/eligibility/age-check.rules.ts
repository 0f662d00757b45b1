import type { Day } from '#shared/kernel/time.ts'
import { type GradeQuestion, type GradeRule, lastGradeByAge, suggestGrade } from '#shared/school/grade.rules.ts'

/** Values of an age message: "3 on 30 Sep 2030, and KG1 asks for 4". */
export interface AgeCheck {
  kind: 'too-young' | 'too-old'
  /** Whole years on the cut-off day. */
  age: number
  /** Required age of the grade. */
  ageAsked: number
  cutOff: Day
  rule: string
  source: GradeRule['source']
}

/**
 * Returns the age problem of a child in this grade, by its age on the cut-off day of its entry year; null without a problem,
 * without a known rule, or for a grade that children enter from another school by what they completed there.
 */
export function checkAge(
  { grade, ...question }: GradeQuestion & { grade: string },
  rules: readonly GradeRule[],
): AgeCheck | null {
  const found = suggestGrade(question, rules)
  if (found.kind === 'no-rule' || found.kind === 'unknown-birth-date') return null
  const { age, cutOff, rule, source } = found
  const asked = rules.find(({ id }) => id === rule)?.grades.find((each) => each.grade === grade)
  if (!asked || asked.age > lastGradeByAge || asked.age === age) return null
  return { kind: age < asked.age ? 'too-young' : 'too-old', age, ageAsked: asked.age, cutOff, rule, source }
}
