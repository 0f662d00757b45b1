// chunk: till-calls
import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import {
  Currency,
  CustomerId,
  Day,
  Instant,
  ItemId,
  Minor,
  OpId,
  SaleId,
  ShiftId,
  TypedName,
  UserId,
  Uuid,
} from '#shared/kernel/fields.ts'
import { Approval } from './approvals/approval.contract.ts'
import { Allergen } from './catalogue.contract.ts'

export const LineModifier = z.object({ id: Uuid, name: Bilingual, priceDelta: Minor })
export type LineModifier = z.infer<typeof LineModifier>

/** What was taken off one line, before any discount of the document. */
export const LineDiscount = z.object({
  kind: z.enum(['amount', 'ppm']),
  /** Minor units, or parts per million of the line. */
  value: z.int().min(0),
  /** What it came to on this line. */
  amount: Minor,
  reason: z.string().trim().min(1).max(200),
  /** Who gave it: the cashier, or the person who approved it. */
  by: UserId,
})
export type LineDiscount = z.infer<typeof LineDiscount>

/** A price that was not the list's; `unitPrice` of the line has the one that counted. */
export const PriceOverride = z.object({ listPrice: Minor, reason: z.string().trim().min(1).max(200), by: UserId })
export type PriceOverride = z.infer<typeof PriceOverride>

/** What was in a cart and taken out before it was paid: never part of a total. */
export const RemovedLine = z.object({
  itemId: ItemId,
  name: Bilingual,
  /** Thousandths of a piece. */
  qtyMilli: z.int().min(1).max(999_000),
  /** Of one piece, with its modifiers. */
  price: Minor,
  secondsAfterAdding: z.int().min(0),
})
export type RemovedLine = z.infer<typeof RemovedLine>

/** Longest note on one line, in UTF-16 code units. */
export const maxLineNote = 80

/** What the cashier wrote to one line, such as “no onions”. */
export const LineNote = TypedName.pipe(z.string().max(maxLineNote))

/** One line as sold: names and prices are copies of that moment, so that a later price never changes a receipt. */
export const SaleLine = z.object({
  id: Uuid,
  n: z.int().min(1),
  itemId: ItemId,
  name: Bilingual,
  /** Thousandths of a piece. */
  qtyMilli: z.int().min(1).max(999_000),
  unitPrice: Minor,
  modifiers: z.array(LineModifier).max(20),
  /** round((unit price + modifiers) × quantity). */
  gross: Minor,
  discount: Minor,
  taxCode: z.string(),
  ratePpm: z.int().min(0),
  /** This line's part of the document's tax. */
  tax: Minor,
  /** gross − discount, less the tax where the price contains it. */
  net: Minor,
  allergens: z.array(Allergen),
  /** Why staff sold it although a rule of the customer forbids it. */
  overrideReason: z.string().max(200).optional(),
  /** Part of `discount`; the rest is this line's share of the document's. */
  ownDiscount: LineDiscount.optional(),
  priceOverride: PriceOverride.optional(),
  note: LineNote.optional(),
})
export type SaleLine = z.infer<typeof SaleLine>

export const Discount = z.object({
  id: Uuid,
  kind: z.enum(['amount', 'ppm']),
  value: z.int().min(0),
  /** What it came to on this document. */
  amount: Minor,
  reason: z.string().min(1).max(200),
  by: UserId,
})
export type Discount = z.infer<typeof Discount>

export const TaxTotal = z.object({
  code: z.string(),
  ratePpm: z.int().min(0),
  included: z.boolean(),
  net: Minor,
  tax: Minor,
})
export type TaxTotal = z.infer<typeof TaxTotal>

export const TenderKind = z.enum(['cash', 'account', 'card'])
export type TenderKind = z.infer<typeof TenderKind>

/** In an exchange: money that the refund gave back and that stayed here; no coin moved. */
const carried = z.literal(true).optional()

/**
 * One way in which a part of the total was paid. `amount` is the part it settles, so that Σ amount = total.
 * Cash: given − change = amount + rounding, the rounding being what the smallest coin forced.
 */
export const Tender = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cash'), id: Uuid, amount: Minor, given: Minor, change: Minor, rounding: Minor, carried }),
  z.object({ kind: z.literal('account'), id: Uuid, amount: Minor, customerId: CustomerId, carried }),
  z.object({
    kind: z.literal('card'),
    id: Uuid,
    amount: Minor,
    /** As printed by the outside terminal. */
    terminalRef: z.string().trim().min(1).max(40),
    authCode: z.string().trim().max(20).optional(),
    carried,
  }),
])
export type Tender = z.infer<typeof Tender>

export const SaleTotals = z.object({ gross: Minor, discount: Minor, net: Minor, tax: Minor, total: Minor })
export type SaleTotals = z.infer<typeof SaleTotals>

/** How it is known who the customer is. `face`: by nothing else, so no more than the school's cap may be taken by it. */
export const CustomerProof = z.enum(['none', 'name', 'number', 'card', 'face', 'pin'])
export type CustomerProof = z.infer<typeof CustomerProof>

/** A completed sale: it has happened, and is never refused. */
export const Sale = z.object({
  id: SaleId,
  shiftId: ShiftId,
  receiptNo: z.string().max(40),
  receiptSeq: z.int().min(1),
  currency: Currency,
  businessDay: Day,
  soldAt: Instant,
  cashierId: UserId,
  customerId: CustomerId.nullable(),
  customerProof: CustomerProof,
  /** The `face.decide` before it that this sale rests on, alone or beside a card. */
  face: z.object({ decisionId: Uuid }).optional(),
  priceListVersion: z.int().min(0),
  /** When the device's copy of prices and accounts was fresh. */
  snapshotAt: Instant,
  lines: z.array(SaleLine).min(1).max(100),
  discount: Discount.nullable(),
  taxes: z.array(TaxTotal).max(20),
  totals: SaleTotals,
  tenders: z.array(Tender).min(1).max(10),
  /** What was taken out of the cart before it was paid; used up on arrival and kept for a short time only. */
  removed: z.array(RemovedLine).max(50).optional(),
  /** Approvals that this sale rests on. */
  approvals: z.array(Approval).max(5).optional(),
  /** The till judged the rules of the customer; absent from releases that judged allergens without limits. */
  judged: z.literal(true).optional(),
  /** The refund that this sale was made in exchange with. */
  exchangeOf: Uuid.optional(),
  /** The operation that never reached the server, in whose place this one was entered. */
  corrects: OpId.optional(),
})
export type Sale = z.infer<typeof Sale>

/** Cancels a document of the same shift: the number stays, and what it moved goes back. */
export const VoidSale = z.object({
  id: Uuid,
  /** A completed sale or, since version 3, a cash top-up. */
  saleId: SaleId,
  shiftId: ShiftId,
  reason: z.string().trim().min(1).max(200),
  by: UserId,
  at: Instant,
  approval: Approval.optional(),
  /** Milliseconds from the sale to its void by a clock that nobody sets; absent where the till had been started again in between. */
  afterMs: z.int().min(0).optional(),
})
export type VoidSale = z.infer<typeof VoidSale>
