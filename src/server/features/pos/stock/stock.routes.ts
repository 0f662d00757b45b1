import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import {
  type CountResult,
  enterStock,
  readStock,
  type StockEntry,
  setStockItem,
  stockLedger,
} from '#shared/pos/stock/stock.contract.ts'
import { items } from '../catalogue/catalogue.table.ts'
import { readLedger, readWholeStock } from './read-stock.service.ts'
import { liftSoldOut, settleStock } from './sold-out.service.ts'
import { expectedAt } from './stock-counts.service.ts'
import { stockEntries, stockItems } from './stock.table.ts'

/** @throws AppError request.not-found for an item that this school does not have */
async function requireItems(tx: Tx, schoolId: string, itemIds: Iterable<ItemId>): Promise<void> {
  const wanted = [...new Set(itemIds)]
  const found = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.schoolId, schoolId), inArray(items.id, wanted)))
  if (found.length < wanted.length) throw new AppError('request.not-found', { field: 'itemId' })
}

/**
 * Begins or ends the stock of an item; one that is begun again keeps its rows, and what was sold meanwhile counts. One that ends is sold
 * again where the stock alone had marked it. @throws AppError request.not-found
 */
async function changeStockItem(
  tx: Tx,
  ctx: SessionCtx,
  { itemId, isTracked, sellsOut }: z.output<typeof setStockItem.body>,
): Promise<void> {
  const { schoolId } = ctx.school
  await lockSchool(tx, schoolId)
  await requireItems(tx, schoolId, [itemId])
  const isThis = and(eq(stockItems.schoolId, schoolId), eq(stockItems.itemId, itemId))
  const [known] = await tx.select().from(stockItems).where(isThis)
  if (known ? known.isTracked === isTracked && known.sellsOut === sellsOut : !isTracked) return
  const since = toInstant(ctx.deps.clock.nowMs())
  if (known) await tx.update(stockItems).set({ isTracked, sellsOut }).where(isThis)
  else await tx.insert(stockItems).values({ schoolId, itemId, isTracked, sellsOut, since })
  await recordAuditEvent(tx, ctx, 'stock-item-set', { about: itemId, facts: { isTracked, sellsOut } })
  if (known && !isTracked) await liftSoldOut(tx, schoolId, known)
  await settleStock(tx, schoolId, ctx.deps.clock.nowMs())
}

/**
 * Enters rows of the ledger, each once. Nothing is refused for what the stock is. A count is compared with the rows up to its moment,
 * so that sales go on meanwhile. @returns what the counts found @throws AppError request.not-found
 */
async function enterStockRows(tx: Tx, ctx: SessionCtx, entries: readonly StockEntry[]): Promise<CountResult[]> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const now = toInstant(nowMs)
  await lockSchool(tx, schoolId)
  await requireItems(
    tx,
    schoolId,
    entries.map(({ itemId }) => itemId),
  )
  const at = (entry: StockEntry) => (entry.at < now ? entry.at : now)
  const counted = entries.filter(({ kind }) => kind === 'counted').map((entry) => ({ ...entry, at: at(entry) }))
  const fixed = { schoolId, by: ctx.session.user.userId, enteredAt: now }
  let added = 0
  const enter = async (rows: readonly StockEntry[], expected?: ReadonlyMap<string, number>) => {
    if (rows.length === 0) return
    const values = rows.map((row) => ({
      ...columnsOf(row),
      ...fixed,
      at: at(row),
      expectedMilli: expected?.get(row.id),
    }))
    added += (await tx.insert(stockEntries).values(values).onConflictDoNothing().returning({ id: stockEntries.id }))
      .length
  }
  await enter(entries.filter(({ kind }) => kind !== 'counted'))
  const expected = await expectedAt(tx, schoolId, counted)
  await enter(counted, expected)
  if (added > 0) {
    await recordAuditEvent(tx, ctx, 'stock-entered', { about: null, facts: { count: added } })
    await settleStock(tx, schoolId, nowMs)
  }
  return counted.flatMap(({ id, itemId, ...count }) => {
    const before = expected.get(id)
    if (before === undefined || count.kind !== 'counted') return []
    return [{ countId: id, itemId, differenceMilli: count.qtyMilli - before }]
  })
}

function columnsOf(entry: StockEntry) {
  const { id, itemId, kind } = entry
  const all = { id, itemId, kind, qtyMilli: kind === 'explained' ? 0 : entry.qtyMilli }
  switch (kind) {
    case 'received':
      return { ...all, producedOn: entry.producedOn ?? null, expiresOn: entry.expiresOn ?? null }
    case 'wasted':
      return { ...all, why: entry.why, note: entry.note ?? null }
    case 'counted':
      return all
    case 'explained':
      return { ...all, note: entry.note, countId: entry.countId }
  }
}

/** Calls for the stock of items. */
export const stockRoutes: Feature = () => [
  route.session(readStock, (ctx) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => readWholeStock(tx, ctx.school.schoolId, ctx.deps.clock.nowMs()))
  }),
  route.session(stockLedger, (ctx, { itemId }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant(async (tx) => ({ rows: await readLedger(tx, ctx.school.schoolId, itemId) }))
  }),
  route.session(setStockItem, (ctx, change) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant(async (tx) => {
      await changeStockItem(tx, ctx, change)
      return {}
    })
  }),
  route.session(enterStock, (ctx, { stockEntries }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant(async (tx) => ({ counts: await enterStockRows(tx, ctx, stockEntries) }))
  }),
]
