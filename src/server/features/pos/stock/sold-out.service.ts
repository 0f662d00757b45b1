import { and, eq, sql } from 'drizzle-orm'
import { lockSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'
import { type Batch, lastDayOf } from '#shared/pos/stock/stock.rules.ts'
import { items } from '../catalogue/catalogue.table.ts'
import { schoolDay } from '../catalogue/next-prices.service.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { batchesOf, type StockNow, stockNow } from './stock-now.service.ts'
import { stockItems } from './stock.table.ts'

/**
 * Lets the tills know what follows from the stock: an item of which none is left is sold out for the day where the school wants it, and
 * is sold again once there is some; and the day up to which what is left is good. What a person marked as sold out stays.
 */
export async function settleStock(tx: Tx, schoolId: string, nowMs: number): Promise<void> {
  if ((await stockNow(tx, schoolId)).length === 0) return
  // The figures are read under the lock: rows that somebody enters meanwhile count.
  const school = await lockSchool(tx, schoolId)
  const stocks = await stockNow(tx, schoolId)
  const today = schoolDay(school, nowMs)
  await keepGoodUntil(tx, schoolId, stocks)
  const automatic = stocks.filter(({ sellsOut }) => sellsOut)
  await changeSoldOut(tx, schoolId, today, {
    none: automatic.filter(({ isBegun, qtyMilli }) => isBegun && qtyMilli <= 0).map(({ itemId }) => itemId),
    some: stocks
      .filter(({ qtyMilli, sellsOut, soldOutOn }) => soldOutOn === today && (qtyMilli > 0 || !sellsOut))
      .map(({ itemId }) => itemId),
  })
}

async function keepGoodUntil(tx: Tx, schoolId: string, stocks: readonly StockNow[]): Promise<void> {
  const batches = await batchesOf(tx, schoolId, stocks)
  for (const { itemId, goodUntil } of stocks) {
    const until = firstDay(batches.get(itemId) ?? [])
    if (until !== goodUntil)
      await tx
        .update(stockItems)
        .set({ goodUntil: until })
        .where(and(eq(stockItems.schoolId, schoolId), eq(stockItems.itemId, itemId)))
  }
}

const firstDay = (batches: readonly Batch[]): Day | null =>
  batches
    .flatMap((batch) => lastDayOf(batch) ?? [])
    .toSorted()
    .at(0) ?? null

async function changeSoldOut(
  tx: Tx,
  schoolId: string,
  today: Day,
  { none, some }: Record<'none' | 'some', readonly ItemId[]>,
): Promise<void> {
  for (const [ids, day] of [
    [none, today],
    [some, null],
  ] as const) {
    for (const itemId of ids) {
      const isThis = and(eq(items.schoolId, schoolId), eq(items.id, itemId))
      const [item] = await tx.select({ soldOutOn: items.soldOutOn }).from(items).where(isThis)
      // Marked already, by hand or by an earlier look.
      if (!item || (day !== null && item.soldOutOn === today)) continue
      const version = (await assignVersions(tx, schoolId, 1)) + 1
      await tx.update(items).set({ soldOutOn: day, version }).where(isThis)
      await tx
        .update(stockItems)
        .set({ soldOutOn: day })
        .where(and(eq(stockItems.schoolId, schoolId), eq(stockItems.itemId, itemId)))
    }
  }
}

/** Sells an item again whose stock has ended, where the stock had marked it as sold out. */
export async function liftSoldOut(
  tx: Tx,
  schoolId: string,
  { itemId, soldOutOn }: Pick<typeof stockItems.$inferSelect, 'itemId' | 'soldOutOn'>,
): Promise<void> {
  if (soldOutOn !== null) await changeSoldOut(tx, schoolId, soldOutOn, { none: [], some: [itemId] })
}

/** The same in a transaction of its own, after operations of tills have arrived; a school without a stock costs one look. */
export const settleStockOf = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, schoolId: string): Promise<void> =>
  db.tenant(schoolId, (tx) => settleStock(tx, schoolId, clock.nowMs()))

/** Returns the tracked items of which something is past its last day. */
export async function staleItems(tx: Tx, schoolId: string, today: Day): Promise<ItemId[]> {
  const rows = await tx
    .select({ itemId: stockItems.itemId })
    .from(stockItems)
    .where(
      and(eq(stockItems.schoolId, schoolId), eq(stockItems.isTracked, true), sql`${stockItems.goodUntil} < ${today}`),
    )
    .orderBy(stockItems.itemId)
  return rows.map(({ itemId }) => itemId)
}
