import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { minor } from '#shared/kernel/money.ts'
import { overShort } from '#shared/pos/reports/over-short.rules.ts'
import { sumSales } from '#shared/pos/reports/sales-division.rules.ts'
import type { SalesFigures } from '#shared/pos/reports/sales-figures.contract.ts'
import type { SalesByTill, SalesPeriod, TillSales } from '#shared/pos/reports/sales-report.contract.ts'
import { salesIn } from './divide-sales.service.ts'
import {
  documentsOf,
  documentSums,
  inScope,
  type SalesScope,
  scopedRefunds,
  standingSales,
  isStandingTopUp,
} from './sales-scope.ts'
import { type CountedDrawer, listDrawers } from './shift-sales.service.ts'

type Total = SalesByTill['total']
type Drawer = Omit<Total, keyof SalesFigures>

/** First day of the period that `day` is in. */
function periodOf(day: SQL, period: SalesPeriod, { firstDay }: SalesScope['range']): SQL {
  if (period === 'whole') return sql`${firstDay}::text`
  return period === 'day' ? sql`${day}::text` : sql`to_char(${day}, 'YYYY-MM-01')`
}

/** Returns a row for each till and period in which anything happened, and what they come to. */
export async function salesOfTills(
  tx: Tx,
  scope: SalesScope,
  period: SalesPeriod,
): Promise<{ rows: TillSales[]; total: Total }> {
  const keyed = (table: string) => ({
    day: periodOf(sql.raw(`${table}.business_day`), period, scope.range),
    till: sql.raw(`${table}.till_id`),
  })
  // By day first: a year of sales comes to some thousand rows before a month is written out for any.
  const { rows: sums } = await tx.execute<Record<keyof SalesFigures, number | string> & Key>(sql`
    select d.till_id as "tillId", ${keyed('d').day} as "from", ${documentSums} from (
      select till_id, business_day, ${documentSums} from (${documentsOf(scope)}) each group by till_id, business_day) d
    group by 1, 2`)
  const movements = await movementsOf(tx, scope, keyed)
  const shifts = await listDrawers(tx, scope)
  const keys = new Map<string, Key>()
  for (const { tillId, from } of [...sums, ...movements, ...shifts.map((shift) => keyOfShift(shift, period, scope))]) {
    keys.set(`${from} ${tillId}`, { tillId, from })
  }
  const rows = [...keys.values()].map(({ tillId, from }): TillSales => {
    const isOwn = (each: Key) => each.tillId === tillId && each.from === from
    const own = shifts.filter((shift) => isOwn(keyOfShift(shift, period, scope)))
    return {
      tillId,
      from,
      ...sumSales(sums.filter(isOwn).map((row) => salesIn(row))),
      ...drawerOf(movements.filter(isOwn), own),
    }
  })
  rows.sort((a, b) => (a.from === b.from ? (a.tillId < b.tillId ? -1 : 1) : a.from < b.from ? -1 : 1))
  return { rows, total: { ...sumSales(rows.map(figuresOnly)), ...drawerOf(movements, shifts) } }
}

interface Key extends Record<string, unknown> {
  tillId: string
  from: string
}

const keyOfShift = ({ tillId, businessDay }: CountedDrawer, period: SalesPeriod, { range }: SalesScope): Key => {
  const from = { whole: range.firstDay, day: businessDay, month: `${businessDay.slice(0, 7)}-01` }[period]
  return { tillId, from }
}

const figuresOnly = (row: TillSales): SalesFigures => salesIn(row)

interface Movement extends Key {
  what: 'tender' | 'void' | 'movement' | 'top-up'
  kind: string
  count: number
  amount: number | string
}

/** Sums what stands beside the sales: tenders less what went back, voids, movements of cash, top-ups. */
async function movementsOf(
  tx: Tx,
  scope: SalesScope,
  keyed: (table: string) => { day: SQL; till: SQL },
): Promise<Movement[]> {
  const { schoolId, currency } = scope.school
  const group = sql`group by 1, 2, 4`
  const head = (table: string) => sql`select ${keyed(table).till} as "tillId", ${keyed(table).day} as "from"`
  const { rows } = await tx.execute<Movement>(sql`
    ${head('d')}, 'tender' as what, d.kind, count(*)::int as count, sum(d.amount)::bigint as amount from (
      select s.till_id, s.business_day, t.kind, t.amount from (select s.id, s.till_id, s.business_day
        from ${standingSales(scope)}) s join tenders t on t.school_id = ${schoolId} and t.sale_id = s.id
      union all select r.till_id, r.business_day, t.kind, -t.amount from (select r.id, r.till_id, r.business_day
        from ${scopedRefunds(scope)}) r join refund_tenders t on t.school_id = ${schoolId} and t.refund_id = r.id) d ${group}
    union all
    ${head('s')}, 'void', 'void', count(*)::int, sum(s.total)::bigint from sales s
      join sale_voids v on v.school_id = s.school_id and v.sale_id = s.id
      where ${inScope('s', scope)} and s.currency = ${currency} ${group}
    union all
    ${head('h')}, 'movement', m.kind, count(*)::int, sum(m.amount)::bigint from shifts h
      join cash_movements m on m.school_id = h.school_id and m.shift_id = h.id where ${inScope('h', scope)} ${group}
    union all
    ${head('w')}, 'top-up', 'top-up', count(*)::int, sum(w.amount)::bigint from top_ups w
      where ${inScope('w', scope)} and w.currency = ${currency} and ${isStandingTopUp} ${group}`)
  return rows
}

function drawerOf(movements: readonly Movement[], shifts: readonly CountedDrawer[]): Drawer {
  const of = (what: Movement['what'], kind: string) => movements.filter((m) => m.what === what && m.kind === kind)
  const amountOf = (what: Movement['what'], kind: string) =>
    minor(of(what, kind).reduce((n, { amount }) => n + Number(amount), 0))
  const countOf = (what: Movement['what'], kind: string) => of(what, kind).reduce((n, { count }) => n + count, 0)
  const kinds = new Set(movements.flatMap(({ what, kind }) => (what === 'tender' ? [kind] : [])))
  const { counted, over, short } = overShort(shifts)
  return {
    tenders: [...kinds].toSorted().map((kind) => ({ kind, amount: amountOf('tender', kind) })),
    voids: countOf('void', 'void'),
    voidsTotal: amountOf('void', 'void'),
    noSales: countOf('movement', 'no-sale'),
    topUps: amountOf('top-up', 'top-up'),
    paidIn: amountOf('movement', 'paid-in'),
    paidOut: amountOf('movement', 'paid-out'),
    drops: amountOf('movement', 'drop'),
    counted,
    over,
    short,
  }
}
