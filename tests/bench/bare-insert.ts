import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { accountEntries } from '#server/features/pos/accounts/customer.table.ts'
import { saleLines, sales } from '#server/features/pos/pos.table.ts'
import { tenders } from '#server/features/pos/pos-payments.table.ts'
import { syncOps } from '#server/features/sync/ingest/sync.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { negate } from '#shared/kernel/money.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { Operation } from '#shared/sync/sync.contract.ts'

/**
 * The rows that taking in these sales leaves behind: the operations whole, sales, lines, tenders and the entries in the
 * customers' accounts. One statement a table, one parameter each: the least that they can cost on this database.
 */
export async function insertBare(tx: Tx, schoolId: string, till: BareTill, ops: readonly Operation[]): Promise<void> {
  const receivedAt = '2030-01-01T00:00:00.000Z'
  const batch = ops.map((op) => op.body as Sale)
  const { deviceId, tillId } = till
  const where = { schoolId, deviceId, installEpoch: till.installEpoch }
  const log = ops.map((op) => ({ ...where, ...op, envelope: op, outcome: 'applied', flags: [], receivedAt }))
  const common = { schoolId, tillId, epoch: 9, receivedAt, flags: [] }
  const heads = batch.map((s) => ({
    ...common,
    ...s,
    ...s.totals,
    discountTotal: s.totals.discount,
    discount: s.discount,
  }))
  const lines = batch.flatMap((s) => s.lines.map((line) => ({ schoolId, saleId: s.id, ...line })))
  const parts = batch.flatMap((s) => s.tenders.map((tender) => ({ schoolId, saleId: s.id, ...tender })))
  const entries = batch.flatMap(({ businessDay, soldAt, tenders: paid }) =>
    paid.flatMap((tender) => {
      if (tender.kind !== 'account') return []
      const { id, customerId, amount } = tender
      const times = { businessDay, effectiveAt: soldAt, recordedAt: receivedAt }
      return [{ schoolId, id, sourceId: id, customerId, kind: 'sale', amount: negate(amount), ...times }]
    }),
  )
  await tx.execute(insertInto(syncOps, log))
  await tx.execute(insertInto(sales, heads))
  await tx.execute(insertInto(saleLines, lines))
  await tx.execute(insertInto(tenders, parts))
  await tx.execute(insertInto(accountEntries, entries))
}

/** As whose the rows are written. */
export interface BareTill {
  deviceId: string
  tillId: string
  /** A life of the device that the server has not heard of. */
  installEpoch: string
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
