import { beaconOf } from '#server/features/sync/devices/device-health.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, SaleId, ShiftId, Uuid } from '#shared/kernel/fields.ts'
import {
  saleDetail,
  shiftExport,
  shiftList,
  shiftReportEndpoint,
  transactionExport,
  transactionReport,
} from '#shared/pos/pos-report.contract.ts'
import { blindReport, mayKnowCash } from '#shared/pos/cash/blind-report.rules.ts'
import { refundableSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import { requireShift, visibleCashier } from './pos.policy.ts'
import { missingReceipts, posReport } from './pos.service.ts'
import { transactionView } from './pos.view.ts'
import { exportShifts, exportTransactions } from './pos-export.service.ts'
import { listCardSlips } from './sales/card-slips.service.ts'
import { listDroppedCarts } from './sales/dropped-carts.service.ts'
import { readTransactionFilter } from './sales/find-transactions.service.ts'
import { listApprovers, listShiftReasons } from './sales/reasons.ts'
import { findRefundable } from './sales/read-known-sale.service.ts'
import { readSale } from './sales/sale-detail.service.ts'
import { listTransactions } from './sales/transactions.ts'
import { nextFloat } from './shifts/next-float.ts'
import { listExceptions, listShifts } from './shifts/shift-list.ts'

const pageRows = 200

export const posRoutes: Feature = () => [
  route.session(transactionReport, async (ctx, { before, ...wish }) => {
    const of = { before: readKey(before), by: visibleCashier(ctx.session), limit: pageRows + 1 }
    const rows = await ctx.tenant(async (tx) =>
      listTransactions(tx, { ...(await readTransactionFilter(tx, ctx.school, wish)), ...of }),
    )
    const page = rows.slice(0, pageRows)
    const last = rows.length > pageRows ? page.at(-1) : undefined
    return { transactions: page.map(transactionView), next: last ? `${last.at}|${last.id}` : null }
  }),
  route.session(saleDetail, (ctx, { saleId }) => readSale(ctx, SaleId.parse(saleId))),
  route.session(refundableSale, (ctx, { receiptNo }) => {
    requirePermission(ctx.session, 'refund.give')
    return ctx.tenant(async (tx) => ({ found: await findRefundable(tx, ctx.school.schoolId, receiptNo) }))
  }),
  route.session(shiftList, async (ctx, asked) => {
    const filter = { ...asked, schoolId: ctx.school.schoolId, by: visibleCashier(ctx.session), limit: pageRows + 1 }
    const shifts = await ctx.tenant((tx) => listShifts(tx, filter))
    return { shifts: shifts.slice(0, pageRows), isCut: shifts.length > pageRows }
  }),
  route.session(transactionExport, (ctx, { filter, ...how }) => exportTransactions(ctx, filter, how)),
  route.session(shiftExport, (ctx, { filter, ...how }) => exportShifts(ctx, filter, how)),
  route.session(shiftReportEndpoint, (ctx, { shiftId }) =>
    ctx.tenant(async (tx) => {
      const { schoolId } = ctx.school
      const { shift, report } = await posReport(tx, schoolId, ShiftId.parse(shiftId))
      requireShift(ctx.session, shift)
      const [summary] = await listShifts(tx, { schoolId, shiftId: shift.id, limit: 1 })
      if (!summary) throw new AppError('request.not-found', { field: 'shiftId' })
      return {
        report: mayKnowCash(ctx.session.roles) ? report : blindReport(report),
        nextFloat: await nextFloat(tx, schoolId, shift),
        shift: summary,
        closed: shift.closedAt !== null,
        missingReceipts: await missingReceipts(tx, schoolId, shift),
        exceptions: await listExceptions(tx, schoolId, shift.id),
        reasons: await listShiftReasons(tx, schoolId, shift.id),
        cardSlips: await listCardSlips(tx, schoolId, shift.id),
        approvers: await listApprovers(tx, schoolId, shift.id),
        droppedCarts: visibleCashier(ctx.session) === undefined ? await listDroppedCarts(tx, schoolId, shift.id) : [],
        beacon: await beaconOf(tx, schoolId, shift.deviceId),
      }
    }),
  ),
]

/** Parses the page key. @throws AppError request.invalid */
function readKey(before: string | undefined): { at: string; id: string } | undefined {
  if (before === undefined) return undefined
  const [at, id, ...rest] = before.split('|')
  if (rest.length > 0 || !Instant.safeParse(at).success || !Uuid.safeParse(id).success) {
    throw new AppError('request.invalid', { field: 'before' })
  }
  return { at: at ?? '', id: id ?? '' }
}
