import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import type { PatternRows, PatternSale } from '#shared/pos/patterns/pattern.types.ts'
import { readSurroundings } from './pattern-surroundings.service.ts'

/** A shift by its ids. */
export interface ShiftKey {
  schoolId: string
  shiftId: string
}

type ShiftHead = PatternRows['shift'] & { deviceId: string; businessDay: string }

interface Acted extends Record<string, unknown> {
  id: string
  at: string
  by: string
}

/** Reads rows with their amounts as numbers: the driver gives large ones as text. */
async function readActs<T extends Acted>(tx: Tx, query: SQL, amounts: readonly (keyof T)[] = []): Promise<T[]> {
  const { rows } = await tx.execute<T>(query)
  return rows.map((row) => ({ ...row, ...Object.fromEntries(amounts.map((name) => [name, Number(row[name])])) }))
}

/** Reads one shift with everything that patterns are looked for in; undefined where the shift has not arrived. */
export async function readPatternRows(tx: Tx, { schoolId, shiftId }: ShiftKey): Promise<PatternRows | undefined> {
  const shift = await readHead(tx, { schoolId, shiftId })
  if (!shift) return undefined
  const of = { schoolId, shiftId }
  const found = {
    shift,
    sales: await readSales(tx, of),
    voids: await readActs<Acted & { saleId: string }>(
      tx,
      sql`select id, sale_id as "saleId", by, ${isoText('at')} as at from sale_voids
        where school_id = ${schoolId} and shift_id = ${shiftId} order by sale_voids.at, id`,
    ),
    refunds: await readRefunds(tx, of),
    movements: await readActs<Acted & { kind: string }>(
      tx,
      sql`select id, kind, by, ${isoText('at')} as at from cash_movements
        where school_id = ${schoolId} and shift_id = ${shiftId} order by cash_movements.at, id`,
    ),
    approvals: await readActs<Acted>(
      tx,
      sql`select id, by, ${isoText('at')} as at from approvals
        where school_id = ${schoolId} and shift_id = ${shiftId} order by approvals.at, id`,
    ),
    ...(await readOptional(tx, of)),
  }
  const around = await readSurroundings(tx, schoolId, { ...found, shift })
  return { ...found, around }
}

async function readHead(tx: Tx, { schoolId, shiftId }: ShiftKey): Promise<ShiftHead | undefined> {
  const { rows } = await tx.execute<ShiftHead & Record<string, unknown>>(sql`
    select h.id, h.till_id as "tillId", h.device_id as "deviceId", t.site_id as "siteId",
      h.business_day::text as "businessDay", h.opened_by as "openedBy", ${isoText('h.opened_at')} as "openedAt",
      ${isoText('h.closed_at')} as "closedAt"
    from shifts h join tills t on t.school_id = h.school_id and t.id = h.till_id
    where h.school_id = ${schoolId} and h.id = ${shiftId}`)
  return rows[0]
}

const readSales = (tx: Tx, { schoolId, shiftId }: ShiftKey): Promise<PatternSale[]> =>
  readActs<PatternSale & Acted>(
    tx,
    sql`select s.id, ${isoText('s.sold_at')} as at, s.cashier_id as by, s.customer_id as "customerId",
        s.customer_proof as proof, s.total, s.discount_total as discount, s.discount->>'by' as "discountBy",
        0 as "schoolPart", coalesce((select sum(t.amount) from tenders t
          where t.school_id = ${schoolId} and t.sale_id = s.id and t.kind = 'cash'), 0) as cash,
        exists (select from sale_lines l where l.school_id = ${schoolId} and l.sale_id = s.id
          and l.override_reason is not null) as "isOverridden",
        exists (select from sale_lines l where l.school_id = ${schoolId} and l.sale_id = s.id
          and l.price_override is not null) as "isPriced",
        (select jsonb_agg(jsonb_build_object('itemId', l.item_id, 'categoryId', i.category_id, 'unitPrice', l.unit_price))
          from sale_lines l left join items i on i.school_id = l.school_id and i.id = l.item_id
          where l.school_id = ${schoolId} and l.sale_id = s.id) as lines
      from sales s where s.school_id = ${schoolId} and s.shift_id = ${shiftId} order by s.sold_at, s.id`,
    ['total', 'discount', 'cash', 'schoolPart'],
  )

const readRefunds = (tx: Tx, { schoolId, shiftId }: ShiftKey) =>
  readActs<Acted & { saleId: string; cash: number; targets: string[] }>(
    tx,
    sql`select r.id, r.sale_id as "saleId", r.by, ${isoText('r.at')} as at,
        coalesce(sum(t.amount) filter (where t.kind = 'cash'), 0) as cash,
        coalesce(jsonb_agg(distinct t.customer_id) filter (where t.kind = 'account'), '[]') as targets
      from refunds r join refund_tenders t on t.school_id = r.school_id and t.refund_id = r.id
      where r.school_id = ${schoolId} and r.shift_id = ${shiftId}
      group by r.id, r.sale_id, r.by, r.at order by r.at, r.id`,
    ['cash'],
  )

type Optional = Pick<PatternRows, 'drawers' | 'dropped' | 'removed' | 'prints'>

/** Reads what tills record of drawers, carts and lines, from the tables that this database has. */
async function readOptional(tx: Tx, { schoolId, shiftId }: ShiftKey): Promise<Optional> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from unnest(array['drawer_events', 'dropped_carts', 'removed_lines']) as name
    where to_regclass('public.' || name) is not null`)
  const there = new Set(rows.map(({ name }) => name))
  const ofShift = sql`school_id = ${schoolId} and shift_id = ${shiftId}`
  const drawers = there.has('drawer_events')
    ? await readActs<Acted & { cause: string }>(
        tx,
        sql`select id, cause, by, ${isoText('at')} as at from drawer_events d
          where ${ofShift} and cause <> 'copy' order by d.at, id`,
      )
    : []
  const dropped = there.has('dropped_carts')
    ? await readActs<Acted & { begunAt: string }>(
        tx,
        sql`select id, by, ${isoText('at')} as at, ${isoText('begun_at')} as "begunAt" from dropped_carts d
          where ${ofShift} and not exists (select from sales s where s.school_id = ${schoolId} and s.id = d.cart_id)
          order by d.at, id`,
      )
    : []
  const removed = there.has('removed_lines') ? await readRemoved(tx, { schoolId, shiftId }) : []
  const prints = there.has('drawer_events') ? await readCopies(tx, { schoolId, shiftId }) : []
  return { drawers, dropped, removed, prints }
}

/** Reads copies of receipts of the sales that the shift refunded, printed in any shift and at any till. */
const readCopies = (tx: Tx, { schoolId, shiftId }: ShiftKey) =>
  readActs<Acted & { saleId: string }>(
    tx,
    sql`select id, ref as "saleId", by, ${isoText('at')} as at from drawer_events d
      where school_id = ${schoolId} and cause in ('print', 'copy') and ref in (
          select sale_id from refunds where school_id = ${schoolId} and shift_id = ${shiftId})
        and d.at >= (select min(coalesce(s.sold_at, r.at)) from refunds r
          left join sales s on s.school_id = r.school_id and s.id = r.sale_id
          where r.school_id = ${schoolId} and r.shift_id = ${shiftId})
      order by d.at, id`,
  )

async function readRemoved(tx: Tx, { schoolId, shiftId }: ShiftKey): Promise<PatternRows['removed']> {
  const { rows } = await tx.execute<{ saleId: string; categoryId: string | null; price: number | string }>(sql`
    select l.source_id as "saleId", i.category_id as "categoryId", l.price from removed_lines l
    left join items i on i.school_id = l.school_id and i.id = l.item_id
    where l.school_id = ${schoolId} and l.shift_id = ${shiftId} order by l.source_id, l.n`)
  return rows.map((row) => ({ ...row, price: Number(row.price) }))
}
