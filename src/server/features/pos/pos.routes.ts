import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import { beaconOf } from '#server/features/sync/devices/device-health.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, SaleId, ShiftId, Uuid } from '#shared/kernel/fields.ts'
import { maxExported } from '#shared/lists/list-columns.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
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
import type { TransactionFilter } from '#shared/pos/reports/transaction-filter.contract.ts'
import { requireShift, visibleCashier } from './pos.policy.ts'
import { missingReceipts, posReport } from './pos.service.ts'
import { transactionView } from './pos.view.ts'
import { reasonText } from './reason-text.ts'
import type { BusinessDays } from './reports/business-days.ts'
import { listCardSlips } from './sales/card-slips.service.ts'
import { listDroppedCarts } from './sales/dropped-carts.service.ts'
import { readTransactionFilter } from './sales/find-transactions.service.ts'
import { listApprovers, listShiftReasons } from './sales/reasons.ts'
import { findRefundable } from './sales/read-known-sale.service.ts'
import { readSale } from './sales/sale-detail.service.ts'
import { listTransactions, type TransactionRow } from './sales/transactions.ts'
import { nextFloat } from './shifts/next-float.ts'
import { listExceptions, listShifts } from './shifts/shift-list.ts'

interface OfTill extends BusinessDays {
  till?: string | undefined
}

/** Exports sales, voids and cash movements that this person may list. @throws AppError access.denied, request.invalid */
async function exportTransactions(
  ctx: SessionCtx,
  filter: TransactionFilter,
  how: ExportHow<'sales'>,
): Promise<FileReply> {
  const by = visibleCashier(ctx.session)
  const asked = { ...(await ctx.tenant((tx) => readTransactionFilter(tx, ctx.school, filter))), by }
  return exportList(ctx, 'sales', how, {
    pages: (tx) =>
      allPages((last: TransactionRow | undefined, limit) =>
        listTransactions(tx, { ...asked, before: last && { at: last.at, id: last.id }, limit }),
      ),
    cells: (found, voice) => {
      const row = transactionView(found)
      const kinds = new Set(row.tenders.map(({ kind }) => voice.word('sales.tender', kind)))
      return {
        at: voice.moment(row.at),
        businessDay: row.businessDay,
        kind: voice.word('sales.kind', row.kind),
        receiptNo: row.receiptNo,
        amount: row.drawer === null ? row.amount : null,
        drawer: row.drawer,
        paidWith: voice.listed([...kinds]),
        cancelled: row.voided ? voice.text('export.yes') : null,
        customer: row.customer && voice.name(row.customer.name),
        admissionNo: row.customer && row.customer.admissionNo,
        items: row.itemCount > 0 ? row.itemCount : null,
        till: row.till,
        shift: row.shiftNo,
        cashier: voice.name(row.cashier),
        reasons: voice.listed(row.reasons.map((reason) => reasonText(reason, voice))),
        approvedBy: voice.listed([
          ...new Set(
            row.reasons.flatMap(
              ({ kind, by, approvedBy = null }) =>
                voice.name(approvedBy) ?? (isPriceAct(kind) ? voice.name(by) : null) ?? [],
            ),
          ),
        ]),
      }
    },
  })
}

const isPriceAct = (kind: string): boolean => kind === 'discount' || kind === 'line-discount' || kind === 'price'

/** Exports all shifts of the filter, beyond the screen's limit. @throws AppError access.denied */
function exportShifts(ctx: SessionCtx, filter: OfTill, how: ExportHow<'shifts'>): Promise<FileReply> {
  const asked = { ...filter, schoolId: ctx.school.schoolId, by: visibleCashier(ctx.session), limit: maxExported + 1 }
  return exportList(ctx, 'shifts', how, {
    pages: async function* (tx) {
      yield await listShifts(tx, asked)
    },
    cells: (shift, voice) => ({
      businessDay: shift.businessDay,
      series: shift.series,
      shift: shift.no,
      tillName: voice.name(shift.till),
      openedAt: voice.moment(shift.openedAt),
      openedBy: voice.name(shift.openedBy),
      closedAt: voice.moment(shift.closedAt),
      closedBy: voice.name(shift.closedBy),
      exceptions: shift.exceptionCount,
    }),
  })
}

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
