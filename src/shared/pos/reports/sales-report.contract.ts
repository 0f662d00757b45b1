import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, Minor, ShiftId, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { SalesDivision, SalesFigures, SalesPart, SalesTotal } from './sales-figures.contract.ts'

/** Business days from the first to the last, both included, at most 400; today without either. Of one site or one till, or of all. */
export const SalesFilter = z.object({
  firstDay: DayInput.optional(),
  lastDay: DayInput.optional(),
  siteId: Uuid.optional(),
  tillId: Uuid.optional(),
})
export type SalesFilter = z.infer<typeof SalesFilter>

const Range = z.object({ firstDay: Day, lastDay: Day })
const KindAmount = z.object({ kind: z.string(), amount: Minor })

/** What stands beside the sales of a till: how they were paid, less what went back, and what moved its drawer. */
const Drawer = z.object({
  tenders: z.array(KindAmount),
  voids: z.int(),
  voidsTotal: Minor,
  noSales: z.int(),
  topUps: Minor,
  paidIn: Minor,
  paidOut: Minor,
  drops: Minor,
  /** Shifts that were counted, and what was too much and too little in them. */
  counted: z.int(),
  over: Minor,
  short: Minor,
})

export const TillSales = SalesFigures.extend(Drawer.shape).extend({
  tillId: Uuid,
  /** First day of the period: of the day or month that this row is about, else of the whole range. */
  from: Day,
})
export type TillSales = z.infer<typeof TillSales>

/** What tills last said that they still hold, receipt numbers of the range that have not arrived, and how busy they are. */
const TillState = z.object({
  tillId: Uuid,
  unsentCount: z.int(),
  unsentAt: Instant.nullable(),
  missing: z.int(),
  /** The latest sale of the range that was not voided; null without one. */
  lastSaleAt: Instant.nullable(),
  /** Those of the last 60 minutes. */
  lastHour: z.int(),
})
export type TillState = z.infer<typeof TillState>

const Place = z.object({
  id: Uuid,
  code: z.string(),
  name: Bilingual,
  tills: z.array(z.object({ id: Uuid, code: z.string(), name: Bilingual })),
})
export type SalesPlace = z.infer<typeof Place>

export const SalesPeriod = z.enum(['whole', 'day', 'month'])
export type SalesPeriod = z.infer<typeof SalesPeriod>

/**
 * One row for each till and period, and what all of them come to. Sales in another currency than the school's are counted in
 * `otherCurrency` and in no amount. @throws AppError access.denied, request.invalid
 */
export const salesByTill = endpoint({
  method: 'get',
  path: '/pos/sales_by_till',
  audience: 'session',
  public: { scope: 'sales.read', name: 'listSalesByTill' },
  body: SalesFilter.extend({ per: SalesPeriod.default('whole') }),
  reply: z.object({
    range: Range,
    rows: z.array(TillSales),
    total: TillSales.omit({ tillId: true, from: true }),
    states: z.array(TillState),
    places: z.array(Place),
    otherCurrency: z.int(),
  }),
})
export type SalesByTill = z.infer<typeof salesByTill.reply>

/** The same sales, divided. How fast somebody works is told to whom `cashiers.compare` allows it. @throws AppError access.denied, request.invalid */
export const salesDivided = endpoint({
  method: 'get',
  path: '/pos/sales_divided',
  audience: 'session',
  body: SalesFilter.extend({ division: SalesDivision }),
  reply: z.object({ range: Range, parts: z.array(SalesPart), total: SalesTotal, cutoverMinute: z.int() }),
})
export type SalesDivided = z.infer<typeof salesDivided.reply>

/** A shift with what was sold in it and how its drawer was counted. */
export const ShiftSales = SalesFigures.extend({
  shiftId: ShiftId,
  tillId: Uuid,
  /** Null where only its sales have arrived. */
  no: z.int().nullable(),
  businessDay: Day,
  openedAt: Instant.nullable(),
  openedBy: Bilingual.nullable(),
  closedAt: Instant.nullable(),
  closedBy: Bilingual.nullable(),
  /** Null until the shift is closed. */
  expected: Minor.nullable(),
  counted: Minor.nullable(),
  difference: Minor.nullable(),
  reason: z.string().nullable(),
})
export type ShiftSales = z.infer<typeof ShiftSales>

/**
 * Shifts of the range, the latest first, 500 at most; with a till also the minute in which it sold most.
 * @throws AppError access.denied, request.invalid
 */
export const salesByShift = endpoint({
  method: 'get',
  path: '/pos/sales_by_shift',
  audience: 'session',
  body: SalesFilter,
  reply: z.object({
    range: Range,
    shifts: z.array(ShiftSales),
    isCut: z.boolean(),
    total: SalesFigures,
    peak: z.object({ at: Instant, sales: z.int() }).nullable(),
  }),
})
export type SalesByShift = z.infer<typeof salesByShift.reply>

export const salesByTillExport = listExport(
  '/pos/sales_by_till_export',
  'salesByTill',
  SalesFilter.extend({ per: SalesPeriod.default('whole') }),
)
export const salesDividedExport = listExport(
  '/pos/sales_divided_export',
  'salesDivided',
  SalesFilter.extend({ division: SalesDivision }),
)
export const salesByShiftExport = listExport('/pos/sales_by_shift_export', 'salesByShift', SalesFilter)
