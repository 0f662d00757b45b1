import { sql } from 'drizzle-orm'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import { listPlaces } from '#server/features/sync/devices/places.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import type { SalesPlace, TillState } from '#shared/pos/reports/sales-report.contract.ts'
import { inScope, type SalesScope, standingSales } from './sales-scope.ts'

/** Returns the school's sites with their tills, for filters and names. */
export async function placesOf(tx: Tx, schoolId: string): Promise<SalesPlace[]> {
  const places = await listPlaces(tx, schoolId)
  return places.map(({ id, code, name, tills }) => ({
    id,
    code,
    name,
    tills: tills.map((till) => ({ id: till.id, code: till.code, name: till.name })),
  }))
}

/**
 * Returns what the tills of the scope still hold as they last said, how many receipt numbers between those of the scope have not arrived,
 * and how busy they were in the hour before `nowMs`.
 */
export async function statesOf(tx: Tx, scope: SalesScope, nowMs: number): Promise<TillState[]> {
  const devices = await listDevices(tx, scope.school.schoolId)
  const missing = await missingByTill(tx, scope)
  const busy = await busyByTill(tx, scope, nowMs)
  const tills = new Set([...missing.keys(), ...busy.keys(), ...devices.map(({ till }) => till.tillId)])
  return [...tills].map((tillId) => {
    const held = devices.find((device) => device.till.tillId === tillId && device.revokedAt === null)
    return {
      tillId,
      unsentCount: held?.unsentCount ?? 0,
      unsentAt: held?.lastContactAt ?? null,
      missing: missing.get(tillId) ?? 0,
      ...(busy.get(tillId) ?? { lastSaleAt: null, lastHour: 0 }),
    }
  })
}

type Busy = Pick<TillState, 'lastSaleAt' | 'lastHour'>

async function busyByTill(tx: Tx, scope: SalesScope, nowMs: number): Promise<Map<string, Busy>> {
  const { rows } = await tx.execute<Busy & { tillId: string }>(sql`
    select s.till_id as "tillId", ${isoText('max(s.sold_at)')} as "lastSaleAt",
      (count(*) filter (where s.sold_at > ${toInstant(nowMs - hourMs)}::timestamptz
        and s.sold_at <= ${toInstant(nowMs)}::timestamptz))::int as "lastHour"
    from ${standingSales(scope)} group by s.till_id`)
  return new Map(rows.map(({ tillId, ...busy }) => [tillId, busy]))
}

/** Counts numbers of each till and epoch that are missing between the first and the last of the scope. */
async function missingByTill(tx: Tx, scope: SalesScope): Promise<Map<string, number>> {
  const numbers = (table: 'sales' | 'top_ups' | 'refunds') =>
    sql`select n.till_id, n.epoch, n.receipt_seq from ${sql.raw(table)} n where ${inScope('n', scope)}`
  const { rows } = await tx.execute<{ tillId: string; missing: number }>(sql`
    select till_id as "tillId", sum(upper - lower + 1 - here)::int as missing from (
      select till_id, epoch, min(receipt_seq) as lower, max(receipt_seq) as upper, count(distinct receipt_seq) as here
      from (${numbers('sales')} union all ${numbers('top_ups')} union all ${numbers('refunds')}) n
      group by till_id, epoch) series
    group by till_id`)
  return new Map(rows.map(({ tillId, missing }) => [tillId, missing]))
}

/** Counts sales and refunds of the scope in another currency than the school's: they are in no amount of its reports. */
export async function countOtherCurrency(tx: Tx, scope: SalesScope): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select ((select count(*) from sales s where ${inScope('s', scope)} and s.currency <> ${scope.school.currency})
      + (select count(*) from refunds r where ${inScope('r', scope)} and r.currency <> ${scope.school.currency}))::int as n`)
  return rows[0]?.n ?? 0
}
