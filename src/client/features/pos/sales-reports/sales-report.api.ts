import { ask } from '#client/platform/http.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import type { SalesDivision } from '#shared/pos/reports/sales-figures.contract.ts'
import {
  salesByShift,
  salesByShiftExport,
  salesByTill,
  salesByTillExport,
  salesDivided,
  salesDividedExport,
  type SalesFilter,
  type SalesPeriod,
} from '#shared/pos/reports/sales-report.contract.ts'

export const readByTill = (filter: SalesFilter, per: SalesPeriod) => ask(salesByTill, { ...filter, per })
export const readByShift = (filter: SalesFilter) => ask(salesByShift, filter)
export const readDivided = (filter: SalesFilter, division: SalesDivision) => ask(salesDivided, { ...filter, division })

/** The school's sites and tills and its business day today, for the filters. */
export const readPlaces = () => ask(salesByTill, {})

export const exportByTill = (filter: SalesFilter, per: SalesPeriod, how: ExportHow<'salesByTill'>) =>
  ask(salesByTillExport, { filter: { ...filter, per }, ...how })
export const exportByShift = (filter: SalesFilter, how: ExportHow<'salesByShift'>) =>
  ask(salesByShiftExport, { filter, ...how })
export const exportDivided = (filter: SalesFilter, division: SalesDivision, how: ExportHow<'salesDivided'>) =>
  ask(salesDividedExport, { filter: { ...filter, division }, ...how })
