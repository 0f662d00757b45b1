import type { Condition } from '#shared/forms/form-field.contract.ts'

/** One sentence of a condition: a question, and what its answer is. */
export interface ConditionRow {
  field: string
  test: 'is' | 'is-not' | 'answered' | 'not-answered'
  value: string | boolean
}

export interface ConditionRows {
  /** Whether all sentences must hold, or one is enough. */
  join: 'all' | 'any'
  rows: ConditionRow[]
}

function rowFrom(condition: Condition): ConditionRow | undefined {
  if ('field' in condition) {
    if ('is' in condition) return { field: condition.field, test: 'is', value: condition.is }
    return { field: condition.field, test: condition.isAnswered ? 'answered' : 'not-answered', value: '' }
  }
  const inner = 'not' in condition ? condition.not : undefined
  if (!inner || !('field' in inner) || !('is' in inner)) return undefined
  return { field: inner.field, test: 'is-not', value: inner.is }
}

/** A condition as sentences; undefined when it is more than a list of them, and must be read as it is. */
export function rowsFrom(condition: Condition): ConditionRows | undefined {
  const single = rowFrom(condition)
  if (single) return { join: 'all', rows: [single] }
  const join = 'all' in condition ? 'all' : 'any'
  const list = 'all' in condition ? condition.all : 'any' in condition ? condition.any : []
  const rows = list.map(rowFrom).filter((row) => row !== undefined)
  return rows.length === list.length && rows.length > 0 ? { join, rows } : undefined
}

function conditionFrom({ field, test, value }: ConditionRow): Condition {
  if (test === 'is') return { field, is: value }
  if (test === 'is-not') return { not: { field, is: value } }
  return { field, isAnswered: test === 'answered' }
}

/** The condition that sentences make; undefined when there are none. */
export function conditionOf({ join, rows }: ConditionRows): Condition | undefined {
  const [first, ...more] = rows.map(conditionFrom)
  if (!first || more.length === 0) return first
  return join === 'all' ? { all: [first, ...more] } : { any: [first, ...more] }
}
