import type pg from 'pg'
import { inOrder, type Table, type TableRow, tablesQuery } from '#server/kernel/tables.ts'

/** Rows of a table: how many, and the sum of a hash of each. */
export interface TableSum {
  rows: number
  sum: string
}

/** Returns a table's row count and the sum of a hash of each row: equal on both engines if and only if all rows are. */
export async function countAndSum(client: pg.PoolClient, table: string): Promise<TableSum> {
  await client.query(`set local timezone = 'UTC'`)
  const { rows } = await client.query<TableSum>(`
    select count(*)::int as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum
    from ${table} t`)
  return rows[0] ?? { rows: 0, sum: '0' }
}

/** Lists our tables, referenced ones first. */
export const listTables = async (client: pg.PoolClient): Promise<Table[]> =>
  inOrder((await client.query<TableRow>(tablesQuery)).rows)
