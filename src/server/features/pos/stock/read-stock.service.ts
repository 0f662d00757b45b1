import { and, asc, eq, sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { DueBatch, LedgerRow, Stock, StockItem } from '#shared/pos/stock/stock.contract.ts'
import { batchState, halfLifeOf } from '#shared/pos/stock/stock.rules.ts'
import { items } from '../catalogue/catalogue.table.ts'
import { schoolDay } from '../catalogue/next-prices.service.ts'
import { expectedAt } from './stock-counts.service.ts'
import { batchesOf, type StockNow, stockNow } from './stock-now.service.ts'

/** Returns what there should be of each tracked item, and what of it falls due. */
export async function readWholeStock(tx: Tx, schoolId: string, nowMs: number): Promise<Stock> {
  const today = schoolDay(await readSchool(tx, schoolId), nowMs)
  const stocks = await stockNow(tx, schoolId)
  const named = await tx
    .select({ itemId: items.id, name: items.name, active: items.active, soldOutOn: items.soldOutOn })
    .from(items)
    .where(eq(items.schoolId, schoolId))
    .orderBy(asc(sql`${items.name}->>'en'`), asc(items.id))
  const moved = await movedToday(tx, schoolId, today)
  const tracked = new Map(stocks.map((stock) => [stock.itemId, stock]))
  return {
    items: named.flatMap(({ itemId, name, soldOutOn }): StockItem[] => {
      const stock = tracked.get(itemId)
      if (!stock) return []
      const { sellsOut, qtyMilli, countedAt } = stock
      const { sold = 0, wasted = 0 } = moved.get(itemId) ?? {}
      const isSoldOut = soldOutOn === today
      return [
        { itemId, name, sellsOut, isSoldOut, qtyMilli, countedAt, soldTodayMilli: sold, wastedTodayMilli: wasted },
      ]
    }),
    due: await dueBatches(tx, schoolId, { stocks, today }),
    untracked: named.flatMap(({ itemId, name, active }) => (active && !tracked.has(itemId) ? [{ itemId, name }] : [])),
  }
}

async function dueBatches(
  tx: Tx,
  schoolId: string,
  { stocks, today }: { stocks: readonly StockNow[]; today: Day },
): Promise<DueBatch[]> {
  const batches = [...(await batchesOf(tx, schoolId, stocks)).values()].flat()
  return batches
    .flatMap((batch): DueBatch[] => {
      const state = batchState(batch, today)
      if (state === undefined) return []
      const { entryId, itemId, leftMilli, expiresOn } = batch
      return [{ entryId, itemId, leftMilli, expiresOn, halfLifeOn: halfLifeOf(batch), state }]
    })
    .toSorted((one, other) => (one.expiresOn ?? '').localeCompare(other.expiresOn ?? ''))
}

/** Pieces sold on a business day, less voided ones, and thrown away since the midnight before it. */
async function movedToday(tx: Tx, schoolId: string, today: Day) {
  const { rows } = await tx.execute<{ itemId: ItemId; sold: string | number; wasted: string | number }>(sql`
    select i.item_id as "itemId", (select coalesce(sum(l.qty_milli), 0) from sales s
        join sale_lines l on l.school_id = s.school_id and l.sale_id = s.id and l.item_id = i.item_id
        where s.school_id = ${schoolId} and s.business_day = ${today}
          and not exists (select from sale_voids v where v.school_id = ${schoolId} and v.sale_id = s.id)) as sold,
      (select coalesce(sum(e.qty_milli), 0) from stock_entries e where e.school_id = ${schoolId} and e.item_id = i.item_id
        and e.kind = 'wasted' and e.at >= ${today}::date) as wasted
    from stock_items i where i.school_id = ${schoolId} and i.is_tracked`)
  return new Map(rows.map(({ itemId, sold, wasted }) => [itemId, { sold: Number(sold), wasted: Number(wasted) }]))
}

type Row = Omit<LedgerRow, 'differenceMilli' | 'firstDifferenceMilli' | 'qtyMilli'> & {
  qtyMilli: string | number
  expectedMilli: string | number | null
}

/** Returns the ledger of an item, 31 days back, the latest first. @throws AppError request.not-found */
export async function readLedger(tx: Tx, schoolId: string, itemId: ItemId): Promise<LedgerRow[]> {
  const [item] = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.schoolId, schoolId), eq(items.id, itemId)))
  if (!item) throw new AppError('request.not-found', { field: 'itemId' })
  const { rows } = await tx.execute<Row & Record<string, unknown>>(ledgerQuery(schoolId, itemId))
  const counts = rows.filter(({ kind }) => kind === 'counted').map(({ id, at }) => ({ id, itemId, at }))
  const expected = await expectedAt(tx, schoolId, counts)
  return rows.map(({ expectedMilli, ...row }) => {
    const qtyMilli = Number(row.qtyMilli)
    const now = expected.get(row.id)
    return {
      ...row,
      qtyMilli,
      differenceMilli: now === undefined ? null : qtyMilli - now,
      firstDifferenceMilli: expectedMilli === null ? null : qtyMilli - Number(expectedMilli),
    }
  })
}

const ledgerQuery = (schoolId: string, itemId: ItemId) => sql`
  with recent as (select now_at.since from (select max(at) - interval '31 days' as since from (
      select max(at) as at from stock_entries where school_id = ${schoolId} and item_id = ${itemId}
      union all select max(sold_at) from sales where school_id = ${schoolId}) as latest) as now_at),
  row as (
    select e.id::text, e.kind, e.at, e.qty_milli::bigint as qty, e.by, e.why, e.produced_on, e.expires_on, e.expected_milli,
      coalesce(e.note, (select w.note from stock_entries w where w.school_id = ${schoolId} and w.item_id = e.item_id
        and w.kind = 'explained' and w.count_id = e.id order by w.at desc, w.id desc limit 1)) as note
    from stock_entries e where e.school_id = ${schoolId} and e.item_id = ${itemId} and e.kind <> 'explained'
    union all
    select 'sold ' || s.business_day, 'sold', max(s.sold_at), sum(l.qty_milli), null, null, null, null, null, null
    from sales s join sale_lines l on l.school_id = s.school_id and l.sale_id = s.id and l.item_id = ${itemId}
    where s.school_id = ${schoolId} and s.sold_at > (select since from recent)
    group by s.business_day
    union all
    select v.id || ' ' || l.n, 'back', v.at, l.qty_milli, v.by, null, null, null, null, null
    from sale_voids v join sale_lines l on l.school_id = v.school_id and l.sale_id = v.sale_id and l.item_id = ${itemId}
    where v.school_id = ${schoolId} and v.at > (select since from recent)
    union all
    select r.id || ' ' || l.n, case l.goods when 'back' then 'back' else 'refund-waste' end, r.at, l.qty_milli, r.by,
      null, null, null, null, null
    from refunds r join refund_lines l on l.school_id = r.school_id and l.refund_id = r.id and l.item_id = ${itemId}
    where r.school_id = ${schoolId} and r.at > (select since from recent) and l.goods in ('back', 'waste')
      and not exists (select from sale_voids v where v.school_id = ${schoolId} and v.sale_id = r.sale_id))
  select row.id, row.kind, ${isoText('row.at')} as at, row.qty as "qtyMilli", row.why, row.note,
    row.produced_on::text as "producedOn", row.expires_on::text as "expiresOn", row.expected_milli as "expectedMilli",
    (select u.name from users u where u.school_id = ${schoolId} and u.id = row.by) as by
  from row where row.at > (select since from recent) order by row.at desc, row.id limit 500`
