import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { add, minor } from '#shared/kernel/money.ts'
import { overShort } from '#shared/pos/reports/over-short.rules.ts'
import { sumSales } from '#shared/pos/reports/sales-division.rules.ts'
import type { SalesFigures } from '#shared/pos/reports/sales-figures.contract.ts'
import type { SalesByTill, SalesPeriod, TillSales } from '#shared/pos/reports/sales-report.contract.ts'
import { bothOf, type SplitScope } from './days/split-scope.service.ts'
import { salesIn } from './divide-sales.service.ts'
import { drawersOf, figuresOf, movementsByDay } from './documents-by-day.ts'
import { documentSums, type SalesScope } from './sales-scope.ts'
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
  split: SplitScope,
  period: SalesPeriod,
): Promise<{ rows: TillSales[]; total: Total }> {
  const { whole } = split
  const begin = periodOf(sql.raw('d.business_day'), period, whole.range)
  const { rows: sums } = await tx.execute<Record<keyof SalesFigures, number | string> & Key>(sql`
    select d.till_id as "tillId", ${begin} as "from", ${documentSums} from (${figuresOf(split)}) d group by 1, 2`)
  const movements = await movementsOf(tx, split, begin)
  const shifts = await listDrawers(tx, split.documents)
  const figures = byKey(sums)
  const moved = byKey(movements)
  const counted = byKey(shifts.map((shift) => ({ ...shift, ...keyOfShift(shift, period, whole) })))
  const rows = [...new Set([...figures.keys(), ...moved.keys(), ...counted.keys()])].map((key): TillSales => {
    const [own = [], moves = [], drawers = []] = [figures.get(key), moved.get(key), counted.get(key)]
    const [first] = [...own, ...moves, ...drawers]
    if (!first) throw new TypeError('a row of nothing')
    const { tillId, from } = first
    return { tillId, from, ...sumSales(own.map((row) => salesIn(row))), ...drawerOf(moves, drawers) }
  })
  rows.sort((a, b) => (a.from === b.from ? (a.tillId < b.tillId ? -1 : 1) : a.from < b.from ? -1 : 1))
  return { rows, total: { ...sumSales(rows.map(figuresOnly)), ...drawerOf(movements, shifts) } }
}

const byKey = <T extends Key>(rows: readonly T[]) => Map.groupBy(rows, ({ tillId, from }) => `${from} ${tillId}`)

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
  what: 'tender' | 'void' | 'movement' | 'top-up' | 'drawer'
  kind: string
  count: number
  amount: number | string
}

/** Sums what stands beside the sales: tenders less what went back, voids, movements of cash, top-ups; and drawers of summed days. */
async function movementsOf(tx: Tx, split: SplitScope, begin: SQL): Promise<Movement[]> {
  const { rows } = await tx.execute<Movement>(sql`
    select d.till_id as "tillId", ${begin} as "from", d.what, d.kind, sum(d.count)::int as count, sum(d.amount)::bigint as amount
    from (${bothOf(split, { documents: movementsByDay, sums: (of) => drawersOf(of, false) })}) d
    group by 1, 2, 3, 4`)
  return rows
}

function drawerOf(movements: readonly Movement[], shifts: readonly CountedDrawer[]): Drawer {
  const of = (what: Movement['what'], kind: string) => movements.filter((m) => m.what === what && m.kind === kind)
  const amountOf = (what: Movement['what'], kind: string) =>
    minor(of(what, kind).reduce((n, { amount }) => n + Number(amount), 0))
  const countOf = (what: Movement['what'], kind: string) => of(what, kind).reduce((n, { count }) => n + count, 0)
  const kinds = new Set(movements.flatMap(({ what, kind }) => (what === 'tender' ? [kind] : [])))
  const drawers = overShort(shifts)
  return {
    tenders: [...kinds].toSorted().map((kind) => ({ kind, amount: amountOf('tender', kind) })),
    voids: countOf('void', 'void'),
    voidsTotal: amountOf('void', 'void'),
    noSales: countOf('movement', 'no-sale'),
    topUps: amountOf('top-up', 'top-up'),
    paidIn: amountOf('movement', 'paid-in'),
    paidOut: amountOf('movement', 'paid-out'),
    drops: amountOf('movement', 'drop'),
    counted: countOf('drawer', 'counted') + drawers.counted,
    over: add(amountOf('drawer', 'over'), drawers.over),
    short: add(amountOf('drawer', 'short'), drawers.short),
  }
}
