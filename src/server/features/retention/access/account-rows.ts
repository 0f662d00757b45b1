import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'

interface Column {
  table: string
  name: string
}

/**
 * Returns the accounts at the tills that are the child's alone: what a family shares among several files does not tell whose it is.
 */
export async function accountsOf(
  tx: Tx,
  { schoolId, studentId }: { schoolId: string; studentId: string },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.customer_id as id from pupil_accounts p where p.school_id = ${schoolId} and p.student_id = ${studentId}
      and not exists (select from pupil_accounts o
        where o.school_id = p.school_id and o.customer_id = p.customer_id and o.student_id <> p.student_id)`)
  return rows.map(({ id }) => id)
}

/** Columns by which rows belong to one of an account, and the table in which that one stands. */
const owners: Readonly<Record<string, string>> = { sale_id: 'sales', refund_id: 'refunds' }

/**
 * Lists the conditions of what belongs to accounts at the tills: the accounts, every table that names them, and what belongs to
 * their sales and refunds.
 */
export function accountConditions(
  schoolId: string,
  accounts: readonly string[],
  columns: readonly Column[],
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
