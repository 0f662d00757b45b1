import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { wordList } from '../contacts.ts'
import { linesOf } from '../erase.ts'
import type { Scope } from '../scope.ts'
import { mapTexts, mentions, namesHider, ownRows, type Value, withoutTokens } from './others-out.rules.ts'

interface NamedColumn {
  table: string
  name: string
}

/**
 * Returns the accounts at the tills that are the child's alone: what a family shares among several files does not tell whose it is.
 */
async function accountsOf(tx: Tx, { schoolId, studentId }: { schoolId: string; studentId: string }): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.customer_id as id from pupil_accounts p where p.school_id = ${schoolId} and p.student_id = ${studentId}
      and not exists (select from pupil_accounts o
        where o.school_id = ${schoolId} and o.customer_id = p.customer_id and o.student_id <> p.student_id)`)
  return rows.map(({ id }) => id)
}

/** Columns by which rows belong to one of an account, and the table in which that one stands. */
const owners: Readonly<Record<string, string>> = { sale_id: 'sales', refund_id: 'refunds' }

/**
 * Lists the conditions of what belongs to accounts at the tills: the accounts, every table that names them, and what belongs to
 * their sales and refunds.
 */
function accountConditions(
  schoolId: string,
  accounts: readonly string[],
  columns: readonly NamedColumn[],
): { table: string; where: SQL }[] {
  const ids = uuidList(accounts)
  return columns.flatMap(({ table, name }) => {
    if (table === 'customers' && name === 'id') return { table, where: sql`t.id = any(${ids})` }
    if (name === 'customer_id') return { table, where: sql`t.customer_id = any(${ids})` }
    const owner = owners[name]
    const where = sql`t.${sql.identifier(name)} in (
      select o.id from ${sql.identifier(owner ?? '')} o where o.school_id = ${schoolId} and o.customer_id = any(${ids}))`
    return owner === undefined ? [] : { table, where }
  })
}

/** Selects the other children of a family: on the same form, of a guardian with the same address, or of the same home or payer. */
const siblings = ({ schoolId, studentId, all }: Scope): SQL => sql`
  select s.name_latin, s.name_arabic from students s
  where s.school_id = ${schoolId} and s.id <> ${studentId} and (
    s.submission_id = (select o.submission_id from students o where o.school_id = ${schoolId} and o.id = ${studentId})
    or s.id in (select g.student_id from student_guardians g where g.school_id = ${schoolId}
      and (lower(g.email) in ${wordList(all.emails)} or g.phone in ${wordList(all.phones)}))
    or s.id in (select h.student_id from fee_shares h where h.school_id = ${schoolId} and h.payer_id in (
      select p.payer_id from fee_shares p where p.school_id = ${schoolId} and p.student_id = ${studentId})))`

/** Returns the names of other children that may stand in the file of this one. */
async function namesOfOthers(tx: Tx, scope: Scope): Promise<string[]> {
  const { schoolId, submissionIds, pruned, personIds, all } = scope
  const forms = [...submissionIds, ...pruned.map(({ submissionId }) => submissionId)]
  const { rows } = await tx.execute<{ name: string }>(sql`
    select n.name from (${siblings(scope)}) s, lateral (values (s.name_latin), (s.name_arabic)) n(name)
      where n.name is not null and n.name <> ''
    union select unnest(p.names) from persons p
      where p.school_id = ${schoolId} and p.kind = 'pupil' and (p.submission_id = any(${uuidList(forms)})
          or p.submission_id in (select f.submission_id from persons f where f.school_id = ${schoolId}
            and (lower(f.email) in ${wordList(all.emails)} or f.phone in ${wordList(all.phones)})))
        and p.id <> all(${uuidList(personIds)})`)
  return rows.map(({ name }) => name)
}

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

/** What is encrypted says nothing to a family, only that it is there; pictures of faces are decrypted into the file. */
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
