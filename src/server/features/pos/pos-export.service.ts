import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { maxExported } from '#shared/lists/list-columns.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import type { TransactionFilter } from '#shared/pos/reports/transaction-filter.contract.ts'
import { visibleCashier } from './pos.policy.ts'
import { transactionView } from './pos.view.ts'
import { reasonText } from './reason-text.ts'
import type { BusinessDays } from './reports/business-days.ts'
import { readTransactionFilter } from './sales/find-transactions.service.ts'
import { listTransactions, type TransactionRow } from './sales/transactions.ts'
import { listShifts } from './shifts/shift-list.ts'

interface OfTill extends BusinessDays {
  till?: string | undefined
}

/** Exports sales, voids and cash movements that this person may list. @throws AppError access.denied, request.invalid */
export async function exportTransactions(
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
export function exportShifts(ctx: SessionCtx, filter: OfTill, how: ExportHow<'shifts'>): Promise<FileReply> {
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
