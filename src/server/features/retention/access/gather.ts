import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { linesOf } from '../erase.ts'
import type { Scope } from '../scope.ts'
import { accountConditions, accountsOf } from './account-rows.ts'
import { mapTexts, mentions, namesHider, ownRows, type Value, withoutTokens } from './others-out.rules.ts'
import { namesOfOthers } from './others.ts'

export type AccessRow = Readonly<Record<string, Value>>

/** What the school holds of a child, by table. */
export type AccessData = ReadonlyMap<string, readonly AccessRow[]>

/** The files of access themselves, of which the last ones would hold all others. */
const itself = new Set(['subject_accesses', 'subject_access_parts'])

/** Columns that say nothing to a family or open something, and copies of what stands elsewhere. */
const isHidden = (table: string, column: string): boolean =>
  column === 'school_id' ||
  encrypted.has(`${table}.${column}`) ||
  /(token|secret|password|api_key|private)|(^|_)(hash|xact|sha256)$/.test(column) ||
  ['search_text', 'sort_name', 'envelope', 'raw', 'other_id'].includes(column)

/** What is encrypted says nothing to a family, only that it is there. */
const encrypted = new Set(['face_templates.content', 'face_pictures.content', 'face_pins.content'])

/** Of colleagues' own lists only that they name the child: the rest may name others. */
const shown: Readonly<Record<string, readonly string[]>> = { saved_filters: ['id'] }

interface Column extends Record<string, unknown> {
  table: string
  name: string
  isBytes: boolean
}

/**
 * Conditions by table: of each line of the plan that erases, of all other tables that name the child by its id, and of what its own
 * accounts at the tills hold.
 */
function conditionsOf(scope: Scope, accounts: readonly string[], columns: readonly Column[]): Map<string, SQL[]> {
  const { schoolId, studentId, pruned } = scope
  const found = new Map<string, SQL[]>()
  const add = (table: string, where: SQL) => found.set(table, [...(found.get(table) ?? []), where])
  for (const { table, where } of linesOf(scope)) add(table, where)
  add('submissions', sql`t.id = any(${uuidList(pruned.map(({ submissionId }) => submissionId))})`)
  // Who did what with the file, and who saw it.
  add('audit_events', sql`t.record_id = ${studentId}::text`)
  for (const { table, name } of columns)
    if (name === 'student_id' && !found.has(table)) add(table, sql`t.student_id = ${studentId}::uuid`)
  if (accounts.length > 0)
    for (const { table, where } of accountConditions(schoolId, accounts, columns)) add(table, where)
  for (const table of itself) found.delete(table)
  return schoolId === '' ? new Map() : found
}

async function readColumns(tx: Tx): Promise<Column[]> {
  const { rows } = await tx.execute<Column>(sql`
    select table_name as "table", column_name as name, data_type = 'bytea' as "isBytes" from information_schema.columns
    where table_schema = current_schema() order by table_name, ordinal_position`)
  return rows
}

/**
 * Gathers everything that an erasure of the child would reach, by the very conditions by which it erases, and what else names it by
 * its id. Names of other children are hidden; secrets and tokens stay out.
 */
export async function gatherData(tx: Tx, scope: Scope): Promise<AccessData> {
  const columns = await readColumns(tx)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const hide = namesHider(scope.names, await namesOfOthers(tx, scope))
  const data = new Map<string, AccessRow[]>()
  const conditions = conditionsOf(scope, await accountsOf(tx, scope), columns)
  for (const [table, wheres] of [...conditions].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const only = shown[table]
    const wanted = (byTable.get(table) ?? []).filter(({ name }) =>
      only ? only.includes(name) : !isHidden(table, name),
    )
    const selected = wanted.map(({ name, isBytes }) =>
      isBytes
        ? sql`octet_length(t.${sql.identifier(name)}) as ${sql.identifier(name)}`
        : sql`t.${sql.identifier(name)}`,
    )
    const { rows } = await tx.execute<{ row: AccessRow }>(sql`
      select to_jsonb(x) as row from (select ${sql.join(selected, sql`, `)} from ${sql.identifier(table)} t
        where t.school_id = ${scope.schoolId} and (${sql.join(wheres, sql` or `)})) x order by 1`)
    data.set(
      table,
      rows.map(({ row }) => mapTexts(ownOf(scope, table, row), hide) as AccessRow),
    )
  }
  return data
}

/** Leaves the answers in which one of these words stands. */
const answersWith = (answers: Value, words: readonly string[]): Value =>
  Object.fromEntries(
    Object.entries(answers ?? {}).filter(([, answer]) => typeof answer === 'string' && mentions(answer, words)),
  )

/** Leaves of a row that concerns several children what concerns this one. */
function ownOf({ studentId, names, pruned, all }: Scope, table: string, row: AccessRow): AccessRow {
  if (table === 'many_recipients') return { ...row, student_ids: [studentId] }
  if (table === 'mails') return mapTexts(row, withoutTokens) as AccessRow
  const { answers } = row
  if (answers === undefined) return row
  const blocks = pruned.find(({ submissionId }) => submissionId === row['id'])?.prefix?.split('.')
  const [block, place] = blocks ?? []
  const list = block !== undefined && (answers as Record<string, Value>)[block]
  // Of a form about several children by its place, which two of one name do not share.
  if (block !== undefined && Array.isArray(list))
    return { ...row, answers: { ...(answers as Record<string, Value>), [block]: [list[Number(place)] ?? {}] } }
  // A draft that only has the family's address may be about another child: then the address stays.
  if (table === 'form_drafts' && !mentions(answers, names))
    return { ...row, answers: answersWith(answers, [...all.emails, ...all.phones]) }
  return { ...row, answers: ownRows(answers, names) }
}
