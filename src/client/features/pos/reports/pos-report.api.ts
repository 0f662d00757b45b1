import { ask } from '#client/platform/http.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import {
  saleDetail,
  shiftExport,
  shiftList,
  shiftReportEndpoint,
  transactionExport,
  transactionReport,
} from '#shared/pos/pos-report.contract.ts'
import type { TransactionFilter } from '#shared/pos/reports/transaction-filter.contract.ts'
import { tillList } from '#shared/sync/device.contract.ts'
import type { ReportFilter } from './report-filter.ts'

/** One page, newest first; `before` is the `next` of the page above it. */
export const listTransactions = (filter: TransactionFilter, before?: string) =>
  ask(transactionReport, { ...filter, ...(before ? { before } : {}) })

/** One sale with its lines and tenders. */
export const readSale = (saleId: string) => ask(saleDetail, { saleId })

/** Shifts, the one opened last first. */
export const listShifts = (filter: ReportFilter) => ask(shiftList, filter)

export const readShift = (shiftId: string) => ask(shiftReportEndpoint, { shiftId })

/** Codes of the school's tills, for the filter; people who may not see devices get those in the rows only. */
export const listTillCodes = async (): Promise<string[]> => {
  const { tills } = await ask(tillList, {})
  return [...new Set(tills.map(({ tillCode }) => tillCode))].sort()
}

export const exportTransactions = (filter: TransactionFilter, how: ExportHow<'sales'>) =>
  ask(transactionExport, { filter, ...how })
export const exportShifts = (filter: ReportFilter, how: ExportHow<'shifts'>) => ask(shiftExport, { filter, ...how })
