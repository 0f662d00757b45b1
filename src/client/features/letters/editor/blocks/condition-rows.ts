import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { LetterCondition } from '#shared/letters/letter-blocks.contract.ts'

/** One sentence of a condition: a field that is given, or is not. */
export interface ConditionRow {
  field: LetterField
  isGiven: boolean
}

function rowFrom(condition: LetterCondition): ConditionRow | undefined {
  if ('isGiven' in condition) return condition
  if ('not' in condition && 'isGiven' in condition.not) return { ...condition.not, isGiven: !condition.not.isGiven }
  return undefined
}

/** A condition as sentences that must all hold; undefined when it is more than that, and must be read as it is. */
export function rowsFrom(condition: LetterCondition): ConditionRow[] | undefined {
  const single = rowFrom(condition)
  if (single) return [single]
  const rows = 'all' in condition ? condition.all.map(rowFrom) : []
  const known = rows.filter((row) => row !== undefined)
  return rows.length > 0 && known.length === rows.length ? known : undefined
}

/** The condition that sentences make; undefined when there are none. */
export function conditionOf(rows: readonly ConditionRow[]): LetterCondition | undefined {
  const [first, ...more] = rows
  return first && more.length > 0 ? { all: [first, ...more] } : first
}
