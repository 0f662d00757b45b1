import { expect } from 'vitest'
import { splitScope, type SplitScope, unsplit } from '#server/features/pos/reports/days/split-scope.service.ts'
import { sumSomeDays } from '#server/features/pos/reports/days/sum-days.service.ts'
import { divideSales, totalOf } from '#server/features/pos/reports/divide-sales.service.ts'
import { scopeOf } from '#server/features/pos/reports/sales-scope.ts'
import { listShiftSales } from '#server/features/pos/reports/shift-sales.service.ts'
import { salesOfTills } from '#server/features/pos/reports/till-sales.service.ts'
import { countOtherCurrency, statesOf } from '#server/features/pos/reports/till-state.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { SalesDivision } from '#shared/pos/reports/sales-figures.contract.ts'
import type { SalesFilter } from '#shared/pos/reports/sales-report.contract.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import type { Box } from '#tests/support/server.ts'

/** Sums all days of a school that are over. */
export async function sumAllDays(box: Box, { schoolId }: Pick<TestSchool, 'schoolId'>): Promise<void> {
  while ((await sumSomeDays(box.deps, schoolId, () => false)) === 'more') {
    // One turn after the other.
  }
}

async function reportsOf(tx: Tx, split: SplitScope, nowMs: number) {
  const byTill = (a: { tillId: string }, b: { tillId: string }) => (a.tillId < b.tillId ? -1 : 1)
  const divided = (by: SalesDivision) => divideSales(tx, split, { by, seesSpeed: true })
  return {
    whole: await salesOfTills(tx, split, 'whole'),
    days: await salesOfTills(tx, split, 'day'),
    months: await salesOfTills(tx, split, 'month'),
    states: (await statesOf(tx, split, nowMs)).toSorted(byTill),
    otherCurrency: await countOtherCurrency(tx, split),
    total: await totalOf(tx, split),
    tills: await divided('till'),
    items: await divided('item'),
    categories: await divided('category'),
    taxes: await divided('tax'),
    hours: await divided('hour'),
    cashiers: await divided('cashier'),
    classes: await divided('class'),
    shifts: await listShiftSales(tx, split, 500),
  }
}

/** Checks that all reports are the same with sums of days and without. @returns the days that were read from sums, and a report */
export async function expectSameReports(box: Box, { schoolId }: Pick<TestSchool, 'schoolId'>, filter: SalesFilter) {
  return box.deps.db.tenant(schoolId, async (tx) => {
    const nowMs = box.clock.nowMs()
    const scope = scopeOf({ ...(await readSchool(tx, schoolId)), schoolId }, filter, nowMs)
    const split = await splitScope(tx, scope)
    const summed = await reportsOf(tx, split, nowMs)
    expect(summed).toEqual(await reportsOf(tx, unsplit(scope), nowMs))
    return { days: split.sums.days ?? ([] as Day[]), report: summed }
  })
}
