import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, InstantInput, Int4, ItemId, Uuid } from '#shared/kernel/fields.ts'

/*
 * Stock of the items that a school keeps one for. It is a ledger of rows: received, wasted and counted by hand, sold and brought back
 * as the tills say. Nothing is refused for want of stock. Quantities in thousandths of a piece, as in sales.
 */

/** Why something was thrown away. */
export const WasteReason = z.enum(['expired', 'spoiled', 'dropped', 'leftover', 'other'])
export type WasteReason = z.infer<typeof WasteReason>

/** The most of one row: 100,000 pieces. */
export const maxStockMilli = 100_000_000
export const maxStockNote = 200
/** The most rows of one call. */
export const maxStockRows = 100

const Quantity = Int4.min(1).max(maxStockMilli)
const Note = z.string().trim().min(1).max(maxStockNote)
/** `at`: when it happened; a moment still to come counts as now. */
const row = { id: Uuid, itemId: ItemId, at: InstantInput }

export const StockEntry = z.discriminatedUnion('kind', [
  z.object({
    ...row,
    kind: z.literal('received'),
    qtyMilli: Quantity,
    producedOn: DayInput.optional(),
    /** Last day on which it may be sold. */
    expiresOn: DayInput.optional(),
  }),
  z.object({ ...row, kind: z.literal('wasted'), qtyMilli: Quantity, why: WasteReason, note: Note.optional() }),
  z.object({ ...row, kind: z.literal('counted'), qtyMilli: Int4.min(0).max(maxStockMilli) }),
  /** Why a count differs from what the rows say. */
  z.object({ ...row, kind: z.literal('explained'), countId: Uuid, note: Note }),
])
export type StockEntry = z.infer<typeof StockEntry>

/** What a count found: `differenceMilli` is counted less expected. */
export const CountResult = z.object({ countId: Uuid, itemId: ItemId, differenceMilli: z.int() })
export type CountResult = z.infer<typeof CountResult>

/** Enters rows; the same id again changes nothing. Returns what the counts found. @throws AppError access.denied, request.not-found */
export const enterStock = endpoint({
  method: 'post',
  path: '/stock/entries',
  audience: 'session',
  body: z.object({ stockEntries: z.array(StockEntry).min(1).max(maxStockRows) }),
  bodyLimit: 64 * 1024,
  reply: z.object({ counts: z.array(CountResult) }),
})

/** Says for which items a stock is kept. @throws AppError access.denied, request.not-found */
export const setStockItem = endpoint({
  method: 'post',
  path: '/stock/items',
  audience: 'session',
  body: z.object({
    itemId: ItemId,
    isTracked: z.boolean(),
    /** Whether the item is sold out for the day once none is left. */
    sellsOut: z.boolean(),
  }),
  reply: Nothing,
})

/** Whether a batch is past its last day, past half its shelf life, or reaches one of them tomorrow. */
export const BatchState = z.enum(['expired', 'half-life', 'soon'])
export type BatchState = z.infer<typeof BatchState>

const DueBatch = z.object({
  entryId: Uuid,
  itemId: ItemId,
  /** What is left of it if the oldest was sold first. */
  leftMilli: z.int(),
  expiresOn: Day.nullable(),
  /** Middle between its production and its last day. */
  halfLifeOn: Day.nullable(),
  state: BatchState,
})
export type DueBatch = z.infer<typeof DueBatch>

const StockItem = z.object({
  itemId: ItemId,
  name: Bilingual,
  sellsOut: z.boolean(),
  isSoldOut: z.boolean(),
  /** What should be there now; below 0 where more was sold than received. */
  qtyMilli: z.int(),
  countedAt: Instant.nullable(),
  soldTodayMilli: z.int(),
  wastedTodayMilli: z.int(),
})
export type StockItem = z.infer<typeof StockItem>

/** Returns the stock of every tracked item, the batches that fall due, and the items without a stock. @throws AppError access.denied */
export const readStock = endpoint({
  method: 'get',
  path: '/stock',
  audience: 'session',
  body: Nothing,
  reply: z.object({
    items: z.array(StockItem),
    due: z.array(DueBatch),
    untracked: z.array(z.object({ itemId: ItemId, name: Bilingual })),
  }),
})
export type Stock = z.infer<typeof readStock.reply>

/** A row of the ledger. Sales stand as one row a business day, what came back and what refunds threw away as one each. */
const LedgerRow = z.object({
  id: z.string(),
  kind: z.enum(['received', 'wasted', 'counted', 'sold', 'back', 'refund-waste']),
  at: Instant,
  qtyMilli: z.int(),
  by: Bilingual.nullable(),
  why: WasteReason.nullable(),
  note: z.string().nullable(),
  producedOn: Day.nullable(),
  expiresOn: Day.nullable(),
  /** Of a count: counted less expected, by every row that is known now. */
  differenceMilli: z.int().nullable(),
  /** Of a count: the same by what was known when it was entered; another value means that rows came late. */
  firstDifferenceMilli: z.int().nullable(),
})
export type LedgerRow = z.infer<typeof LedgerRow>

/** Returns the rows of one item of the last 31 days, the latest first. @throws AppError access.denied, request.not-found */
export const stockLedger = endpoint({
  method: 'get',
  path: '/stock/ledger',
  audience: 'session',
  body: z.object({ itemId: ItemId }),
  reply: z.object({ rows: z.array(LedgerRow) }),
})
