import { sql } from 'drizzle-orm'
import type { School } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { schoolOfRows } from '#server/kernel/given-rows.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { overShort } from '#shared/pos/reports/over-short.rules.ts'
import {
  figuresByDay,
  lineColumns,
  linesOf,
  movementsByDay,
  numbersByDay,
  othersByDay,
  quartersByDay,
} from '../documents-by-day.ts'
import { inScope, salesColumns, type SalesScope } from '../sales-scope.ts'
import { listDrawers } from '../shift-sales.service.ts'
import { drawerDays, shiftDays } from './day-sums.table.ts'

const summedTables = ['item_days', 'till_days', 'quarter_days', 'shift_days', 'drawer_days', 'receipt_days'].map(
  (name) => sql.raw(name),
)

/** Writes the sums of these days, in order and at least one, in place of earlier ones: what a report of their documents gives now. */
export async function replaceSums(tx: Tx, school: School, days: readonly Day[]): Promise<void> {
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (firstDay === undefined || lastDay === undefined) throw new TypeError('sums of no day')
  const scope: SalesScope = { school, range: { firstDay, lastDay }, days }
  const { school: id, beside } = schoolOfRows(tx, school.schoolId)
  for (const table of summedTables) await tx.execute(sql`delete from ${table} d where ${inScope('d', scope)}`)
  await tx.execute(sql`
    insert into item_days (school_id, till_id, business_day, item_id, tax_code, rate_ppm, ${lineColumns})
    select ${id}, till_id, business_day, item_id, tax_code, rate_ppm, ${lineColumns} from ${beside}(
      select till_id, business_day, item_id, tax_code, rate_ppm, sum(qty_milli) as qty_milli, sum(waste_milli) as waste_milli,
        sum(gross) as gross, sum(discount) as discount, sum(refunded) as refunded, sum(net) as net, sum(tax) as tax
      from (${linesOf(scope, true)}) lines group by till_id, business_day, item_id, tax_code, rate_ppm) d`)
  await tx.execute(sql`
    insert into till_days (school_id, till_id, business_day, ${salesColumns}, last_sold_at)
    select ${id}, till_id, business_day, ${salesColumns}, last_sold_at from ${beside}(${figuresByDay(scope)}) d`)
  await tx.execute(sql`
    insert into quarter_days (school_id, till_id, business_day, shift_id, by, quarter, ${salesColumns})
    select ${id}, till_id, business_day, shift_id, by, quarter, ${salesColumns} from ${beside}(${quartersByDay(scope)}) d`)
  await tx.execute(sql`
    insert into drawer_days (school_id, till_id, business_day, what, kind, count, amount)
    select ${id}, till_id, business_day, what, kind, count, amount
    from ${beside}(${movementsByDay(scope)} union all ${othersByDay(scope)}) d`)
  await tx.execute(sql`
    insert into receipt_days (school_id, till_id, business_day, epoch, numbers)
    select ${id}, till_id, business_day, epoch, numbers from ${beside}(${numbersByDay(scope)}) d`)
  await writeDrawers(tx, scope)
}

/** A till with a closed shift has rows of its drawer, also where nobody has counted it. */
async function writeDrawers(tx: Tx, scope: SalesScope): Promise<void> {
  const drawers = await listDrawers(tx, scope)
  if (drawers.length === 0) return
  const { schoolId } = scope.school
  await tx.insert(shiftDays).values(drawers.map((drawer) => ({ schoolId, ...drawer })))
  const shifts = Map.groupBy(drawers, ({ tillId, businessDay }) => `${businessDay} ${tillId}`)
  const rows = [...shifts.values()].flatMap((own) => {
    const { counted, over, short } = overShort(own)
    const [first] = own
    if (!first) return []
    const row = { schoolId, tillId: first.tillId, businessDay: first.businessDay, what: 'drawer', count: 0 }
    return [
      { ...row, kind: 'counted', count: counted, amount: minor(0) },
      { ...row, kind: 'over', amount: over },
      { ...row, kind: 'short', amount: short },
    ]
  })
  await tx.insert(drawerDays).values(rows)
}
