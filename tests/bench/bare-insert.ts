import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { saleLines, sales, tenders } from '#server/features/pos/pos.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Sale } from '#shared/contract/sale.ts'

/** One statement a table, one parameter each: the least that these rows can cost on this database. */
export async function insertBare(tx: Tx, schoolId: string, tillId: string, batch: readonly Sale[]): Promise<void> {
  const common = { schoolId, tillId, epoch: 9, receivedAt: '2030-01-01T00:00:00.000Z', flags: [] }
  const heads = batch.map((s) => ({
    ...common,
    ...s,
    ...s.totals,
    discountTotal: s.totals.discount,
    discount: s.discount,
  }))
  const lines = batch.flatMap((s) => s.lines.map((line) => ({ schoolId, saleId: s.id, ...line })))
  const parts = batch.flatMap((s) => s.tenders.map((tender) => ({ schoolId, saleId: s.id, ...tender })))
  await tx.execute(insertInto(sales, heads))
  await tx.execute(insertInto(saleLines, lines))
  await tx.execute(insertInto(tenders, parts))
}

function insertInto(table: PgTable, rows: readonly object[]) {
  const columns = Object.entries(getTableColumns(table))
  const named = rows.map((row) =>
    Object.fromEntries(columns.map(([key, c]) => [c.name, Reflect.get(row, key) ?? null])),
  )
  const names = sql.join(
    columns.map(([, c]) => sql.identifier(c.name)),
    sql`, `,
  )
  const name = sql.identifier(getTableName(table))
  return sql`insert into ${name} (${names})
    select ${names} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(named)}::jsonb)`
}
