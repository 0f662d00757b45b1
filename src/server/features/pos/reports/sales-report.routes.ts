import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import {
  salesByShift,
  salesByShiftExport,
  salesByTill,
  salesByTillExport,
  salesDivided,
  salesDividedExport,
  type SalesFilter,
} from '#shared/pos/reports/sales-report.contract.ts'
import { splitScope } from './days/split-scope.service.ts'
import { divideSales, totalOf } from './divide-sales.service.ts'
import { exportDivided, exportShiftSales, exportTillSales } from './sales-export.service.ts'
import { type SalesScope, scopeOf } from './sales-scope.ts'
import { listShiftSales, peakOf } from './shift-sales.service.ts'
import { salesOfTills } from './till-sales.service.ts'
import { countOtherCurrency, placesOf, statesOf } from './till-state.service.ts'

const maxShifts = 500

/** Checks that the person may see sales, and returns which. @throws AppError access.denied, request.invalid */
function scopeFor(ctx: SessionCtx, filter: SalesFilter): SalesScope {
  requirePermission(ctx.session, 'sales.see')
  return scopeOf(ctx.school, filter, ctx.deps.clock.nowMs())
}

/** Whether the person may see how fast somebody works: figures about staff, not about sales. */
const seesSpeed = ({ session: { kind, roles } }: SessionCtx): boolean =>
  hasScopedPermission(kind, roles, 'cashiers.compare')

/** Calls for the summaries of sales. */
export const salesReportRoutes: Feature = () => [
  route.session(salesByTill, (ctx, { per, ...filter }) => {
    const scope = scopeFor(ctx, filter)
    return ctx.tenant(async (tx) => {
      const split = await splitScope(tx, scope)
      return {
        range: scope.range,
        ...(await salesOfTills(tx, split, per)),
        states: await statesOf(tx, split, ctx.deps.clock.nowMs()),
        places: await placesOf(tx, scope.school.schoolId),
        otherCurrency: await countOtherCurrency(tx, split),
      }
    })
  }),
  route.session(salesDivided, (ctx, { division, ...filter }) => {
    const scope = scopeFor(ctx, filter)
    return ctx.tenant(async (tx) => ({
      range: scope.range,
      cutoverMinute: scope.school.cutoverMinute,
      ...(await divideSales(tx, await splitScope(tx, scope), { by: division, seesSpeed: seesSpeed(ctx) })),
    }))
  }),
  route.session(salesByShift, (ctx, filter) => {
    const scope = scopeFor(ctx, filter)
    return ctx.tenant(async (tx) => {
      const split = await splitScope(tx, scope)
      const shifts = await listShiftSales(tx, split, maxShifts + 1)
      return {
        range: scope.range,
        shifts: shifts.slice(0, maxShifts),
        isCut: shifts.length > maxShifts,
        total: await totalOf(tx, split),
        peak: scope.tillId === undefined ? null : await peakOf(tx, scope),
      }
    })
  }),
  route.session(salesByTillExport, (ctx, { filter: { per, ...filter }, ...how }) =>
    exportTillSales(ctx, { scope: scopeFor(ctx, filter), period: per }, how),
  ),
  route.session(salesDividedExport, (ctx, { filter: { division, ...filter }, ...how }) =>
    exportDivided(ctx, { scope: scopeFor(ctx, filter), by: division, seesSpeed: seesSpeed(ctx) }, how),
  ),
  route.session(salesByShiftExport, (ctx, { filter, ...how }) => exportShiftSales(ctx, scopeFor(ctx, filter), how)),
]
