import type { LetterCondition } from './letter-blocks.contract.ts'
import { comparable, isGiven, type LetterValues } from './letter-values.rules.ts'

/** Whether a part of a letter is said to whom these are the values of. */
export function isIncluded(condition: LetterCondition | undefined, values: LetterValues): boolean {
  if (!condition) return true
  if ('not' in condition) return !isIncluded(condition.not, values)
  if ('all' in condition) return condition.all.every((each) => isIncluded(each, values))
  if ('any' in condition) return condition.any.some((each) => isIncluded(each, values))
  if ('is' in condition) return comparable(values, condition.field) === condition.is
  return isGiven(values, condition.field) === condition.isGiven
}
