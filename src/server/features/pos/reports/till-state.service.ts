import { sql } from 'drizzle-orm'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import { listPlaces } from '#server/features/sync/devices/places.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import type { SalesPlace, TillState } from '#shared/pos/reports/sales-report.contract.ts'
import { bothOf, type SplitScope } from './days/split-scope.service.ts'
import { drawersOf, numbersByDay, othersByDay } from './documents-by-day.ts'
import { inScope, standingSales } from './sales-scope.ts'

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
export async function statesOf(tx: Tx, split: SplitScope, nowMs: number): Promise<TillState[]> {
  const devices = await listDevices(tx, split.whole.school.schoolId)
  const missing = await missingByTill(tx, split)
  const busy = await busyByTill(tx, split, nowMs)
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

/** The sales of the last hour are found by their moment, whatever day they are of. */
async function busyByTill(tx: Tx, split: SplitScope, nowMs: number): Promise<Map<string, Busy>> {
  const last = bothOf(split, {
    documents: (of) => sql`select s.till_id, max(s.sold_at) as at, 0 as n from ${standingSales(of)} group by s.till_id`,
    sums: (of) =>
      sql`select t.till_id, max(t.last_sold_at) as at, 0 as n from till_days t where ${inScope('t', of)} group by t.till_id`,
  })
  const { rows } = await tx.execute<Busy & { tillId: string }>(sql`
    select d.till_id as "tillId", ${isoText('max(d.at)')} as "lastSaleAt", sum(d.n)::int as "lastHour" from (
      ${last}
      union all select s.till_id, null, count(*) from ${standingSales(split.whole)}
        and s.sold_at > ${toInstant(nowMs - hourMs)}::timestamptz and s.sold_at <= ${toInstant(nowMs)}::timestamptz
        group by s.till_id) d
    group by d.till_id having max(d.at) is not null`)
  return new Map(rows.map(({ tillId, ...busy }) => [tillId, busy]))
}

/** Counts numbers of each till and epoch that are missing between the first and the last of the scope. */
async function missingByTill(tx: Tx, split: SplitScope): Promise<Map<string, number>> {
  const numbers = bothOf(split, {
    documents: numbersByDay,
    sums: (of) =>
      sql`select n.till_id, n.business_day, n.epoch, n.numbers from receipt_days n where ${inScope('n', of)}`,
  })
  const { rows } = await tx.execute<{ tillId: string; missing: number }>(sql`
    select till_id as "tillId", sum(upper(here) - lower(here)
        - (select sum(upper(part) - lower(part)) from unnest(here) as each(part)))::int as missing
    from (select till_id, epoch, range_agg(numbers) as here from (${numbers}) n group by till_id, epoch) series
    group by till_id`)
  return new Map(rows.map(({ tillId, missing }) => [tillId, missing]))
}

/** Counts sales and refunds of the scope in another currency than the school's: they are in no amount of its reports. */
export async function countOtherCurrency(tx: Tx, split: SplitScope): Promise<number> {
  const others = bothOf(split, { documents: othersByDay, sums: (of) => drawersOf(of, true) })
  const { rows } = await tx.execute<{ n: number }>(sql`select coalesce(sum(count), 0)::int as n from (${others}) d`)
  return rows[0]?.n ?? 0
}
