import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { beginPriceList, lockSchool, readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows, uuidList } from '#server/kernel/sql-values.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'
import type { planPrices, RefusedItem } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import type { z } from 'zod'
import { assignVersions } from '../snapshot/version.service.ts'
import { itemPrices, items } from './catalogue.table.ts'

type School = Awaited<ReturnType<typeof readSchool>>

/** Returns the business day of a school. */
export const schoolDay = (
  { timeZone, cutoverMinute }: Pick<School, 'timeZone' | 'cutoverMinute'>,
  nowMs: number,
): Day => businessDay(nowMs, timeZone, cutoverMinute)

/** Returns the prices that begin later, by item, the earliest first; of all items without `itemIds`. */
export async function readNextPrices(tx: Tx, schoolId: string, itemIds?: readonly ItemId[]) {
  const own = eq(itemPrices.schoolId, schoolId)
  const rows = await tx
    .select()
    .from(itemPrices)
    .where(itemIds ? and(own, sql`${itemPrices.itemId} = any(${uuidList(itemIds)})`) : own)
    .orderBy(asc(itemPrices.validFrom))
  const found = new Map<ItemId, NonNullable<Item['nextPrices']>>()
  for (const { itemId, validFrom: from, price } of rows)
    found.set(itemId, [...(found.get(itemId) ?? []), { from, price }])
  return found
}

/** Returns the prices whose day has begun and that no item has yet. */
export async function duePrices(tx: Tx, schoolId: string, today: Day): Promise<Map<ItemId, Minor>> {
  const rows = await tx
    .select()
    .from(itemPrices)
    .where(and(eq(itemPrices.schoolId, schoolId), lte(itemPrices.validFrom, today)))
    .orderBy(asc(itemPrices.validFrom))
  return new Map(rows.map(({ itemId, price }) => [itemId, price]))
}

/**
 * Gives items the prices whose day has begun, as a new price list. Called before the catalogue is read or changed, so that no
 * clock has to do it; sales that arrive before count with `duePrices`.
 */
export async function applyDuePrices(tx: Tx, schoolId: string, nowMs: number): Promise<void> {
  const today = schoolDay(await readSchool(tx, schoolId), nowMs)
  if ((await duePrices(tx, schoolId, today)).size === 0) return
  const school = await lockSchool(tx, schoolId)
  // Another call may have been first.
  const due = [...(await duePrices(tx, schoolId, today))].map(([id, price]) => ({ id, price }))
  if (due.length === 0) return
  await beginPriceList(tx, school)
  await tx.delete(itemPrices).where(and(eq(itemPrices.schoolId, schoolId), lte(itemPrices.validFrom, today)))
  await writePrices(tx, schoolId, due)
}

/** Sets prices and gives each item a new version. */
async function writePrices(tx: Tx, schoolId: string, rows: readonly { id: ItemId; price: Minor }[]): Promise<void> {
  const before = await assignVersions(tx, schoolId, rows.length)
  const numbered = rows.map((row, at) => ({ ...row, version: before + at + 1 }))
  await tx.execute(sql`
    update items set price = given.price, version = given.version
    from jsonb_to_recordset(${jsonRows(numbered)}) as given(id uuid, price bigint, version bigint)
    where items.school_id = ${schoolId} and items.id = given.id`)
}

type Planned = z.output<typeof planPrices.body>

/**
 * Plans prices from a later business day on, or removes planned ones.
 * @returns the items that have changed since they were seen: then nothing is written
 * @throws AppError catalogue.day-begun
 */
export async function planItemPrices(tx: Tx, ctx: SessionCtx, { day, prices }: Planned) {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  await applyDuePrices(tx, schoolId, nowMs)
  const school = await lockSchool(tx, schoolId)
  if (day <= schoolDay(school, nowMs)) throw new AppError('catalogue.day-begun', { field: 'day' })
  const rows = await tx.select({ id: items.id, version: items.version }).from(items).where(eq(items.schoolId, schoolId))
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const refused: RefusedItem[] = prices.flatMap(({ itemId, seen }, at) =>
    versions.get(itemId) === seen ? [] : [{ at, field: null, why: 'changed' as const }],
  )
  if (refused.length > 0) return { refused, changed: 0 }
  const itemIds = [...new Set(prices.map(({ itemId }) => itemId))]
  await recordAuditEvent(tx, ctx, 'catalogue-prices-planned', { about: null, facts: { count: itemIds.length } })
  const before = await assignVersions(tx, schoolId, itemIds.length)
  const numbered = itemIds.map((id, at) => ({ id, version: before + at + 1 }))
  await tx.execute(sql`
    update items set version = given.version
    from jsonb_to_recordset(${jsonRows(numbered)}) as given(id uuid, version bigint)
    where items.school_id = ${schoolId} and items.id = given.id`)
  await tx
    .delete(itemPrices)
    .where(
      and(
        eq(itemPrices.schoolId, schoolId),
        eq(itemPrices.validFrom, day),
        sql`${itemPrices.itemId} = any(${uuidList(itemIds)})`,
      ),
    )
  // Of an item named twice the last counts.
  const last = [...new Map(prices.map((each) => [each.itemId, each.price]))]
  const set = last.flatMap(([id, price]) => (price === null ? [] : [{ id, price }]))
  if (set.length > 0) {
    const given = givenRows(tx, schoolId, set)
    await tx.execute(sql`
      insert into item_prices (school_id, valid_from, item_id, price)
      select ${given.school}, ${day}::date, each.id, each.price
      from ${given.rows} as each(id uuid, price bigint)`)
  }
  return { refused, changed: itemIds.length }
}
