import { and, asc, eq, inArray, lt, notExists } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import { dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import type { ShiftDroppedCart } from '#shared/pos/pos-report.contract.ts'
import type { RemovedLine } from '#shared/pos/sale.contract.ts'
import { sales } from '../pos.table.ts'
import { droppedCarts, removedLines } from '../removed-lines.table.ts'

/** Returns what was taken out of these sales or carts, in order. */
export async function removedFrom(tx: Tx, schoolId: string, sourceIds: readonly string[]): Promise<RemovedLine[]> {
  return (await rowsFrom(tx, schoolId, sourceIds)).map(lineOf)
}

type Row = typeof removedLines.$inferSelect

const lineOf = ({ itemId, name, qtyMilli, price, secondsAfterAdding }: Row): RemovedLine => ({
  itemId,
  name,
  qtyMilli,
  price,
  secondsAfterAdding,
})

async function rowsFrom(tx: Tx, schoolId: string, sourceIds: readonly string[]): Promise<Row[]> {
  if (sourceIds.length === 0) return []
  return tx
    .select()
    .from(removedLines)
    .where(and(eq(removedLines.schoolId, schoolId), inArray(removedLines.sourceId, [...sourceIds])))
    .orderBy(asc(removedLines.sourceId), asc(removedLines.n))
}

/** Lists the carts of a shift that were never paid, oldest first; one that was taken up again and sold is none. */
export async function listDroppedCarts(tx: Tx, schoolId: string, shiftId: ShiftId): Promise<ShiftDroppedCart[]> {
  const sold = tx
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.schoolId, schoolId), eq(sales.id, droppedCarts.cartId)))
  const carts = await tx
    .select()
    .from(droppedCarts)
    .where(and(eq(droppedCarts.schoolId, schoolId), eq(droppedCarts.shiftId, shiftId), notExists(sold)))
    .orderBy(asc(droppedCarts.at), asc(droppedCarts.id))
  // Cleared, taken up and cleared again: the last time counts.
  const last = [...new Map(carts.map((cart) => [cart.cartId, cart])).values()]
  const rows = Map.groupBy(
    await rowsFrom(
      tx,
      schoolId,
      last.map(({ id }) => id),
    ),
    ({ sourceId }) => sourceId,
  )
  return last.map(({ id, begunAt, at, cause }) => ({
    id,
    begunAt,
    at,
    cause: cause === 'shift-end' ? cause : 'emptied',
    removed: (rows.get(id) ?? []).map(lineOf),
  }))
}

/** Days for which it is kept what was taken out of carts: long enough to compare shifts, and what children eat is not collected. */
export const keptDays = 60

/** Deletes what was taken out of carts too long before `nowMs`. @returns number of lines */
export async function forgetRemoved({ db }: Pick<Deps, 'db'>, schoolId: string, nowMs: number): Promise<number> {
  const before = toInstant(nowMs - keptDays * dayMs)
  return db.tenant(schoolId, async (tx) => {
    const ofSchool = and(eq(removedLines.schoolId, schoolId), lt(removedLines.receivedAt, before))
    const gone = await tx.delete(removedLines).where(ofSchool).returning({ n: removedLines.n })
    await tx.delete(droppedCarts).where(and(eq(droppedCarts.schoolId, schoolId), lt(droppedCarts.receivedAt, before)))
    return gone.length
  })
}

/** Forgets what was taken out of carts, for all schools, until stopped. */
export const startRemovedLinesWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs: 6 * hourMs,
    kind: 'removed-lines',
    due,
    work: (schoolId) => forgetRemoved(deps, schoolId, deps.clock.nowMs()),
    onFailure: (error) => deps.log.error(describeFailure(error), 'removed lines can not be looked after now'),
  })
