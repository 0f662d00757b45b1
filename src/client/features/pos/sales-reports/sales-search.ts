import { SalesDivision } from '#shared/pos/reports/sales-figures.contract.ts'
import { SalesFilter, type SalesPeriod } from '#shared/pos/reports/sales-report.contract.ts'

/** The address as it comes: read only by the screens. */
export type SalesAddress = Partial<Record<keyof SalesFilter | 'view' | 'per', unknown>>

/** What a summary shows: its own table, or a division of the same sales. */
export const salesViews = ['summary', ...SalesDivision.exclude(['till']).options, 'drawers'] as const
export type SalesView = (typeof salesViews)[number]

export interface SalesSearch extends SalesFilter {
  view?: SalesView
  per?: SalesPeriod
}

const Filter = SalesFilter.shape

/** Returns what the address says; anything else in it is left out. */
export function readSalesSearch({ view, per, ...filter }: SalesAddress): SalesSearch {
  const firstDay = Filter.firstDay.safeParse(filter.firstDay).data
  const lastDay = Filter.lastDay.safeParse(filter.lastDay).data
  const siteId = Filter.siteId.safeParse(filter.siteId).data
  const tillId = Filter.tillId.safeParse(filter.tillId).data
  const shown = salesViews.find((each) => each === view)
  return {
    ...(firstDay && { firstDay }),
    ...(lastDay && { lastDay }),
    ...(siteId && { siteId }),
    ...(tillId && { tillId }),
    ...(shown && shown !== 'summary' && { view: shown }),
    ...((per === 'day' || per === 'month') && { per }),
  }
}
