import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { beginPriceList, lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { barcodesOf } from '#shared/pos/catalogue/barcodes.rules.ts'
import type { CategoryInput, ItemInput } from '#shared/pos/catalogue-edit.contract.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { categories, items, modifierGroups } from './catalogue.table.ts'
import { applyDuePrices, schoolDay } from './next-prices.service.ts'

type School = Awaited<ReturnType<typeof lockSchool>>

/** Whether a row has these values already. */
const hasValues = (row: object, values: object): boolean =>
  canonicalJson({ ...row, ...values }) === canonicalJson({ ...row })

/** @throws AppError catalogue.changed where the row is not the one that was seen */
function requireSeen(known: { version: number } | undefined, seen: number): void {
  if ((known?.version ?? 0) !== seen) throw new AppError('catalogue.changed')
}

interface Change<V> {
  values: V
  /** Version that was seen; 0 for a new row. */
  seen: number
}

/** Adds or changes a category. @returns its version @throws AppError catalogue.changed */
export async function changeCategory(tx: Tx, ctx: SessionCtx, { values, seen }: Change<CategoryInput>) {
  const { schoolId } = ctx.school
  await lockSchool(tx, schoolId)
  const own = and(eq(categories.schoolId, schoolId), eq(categories.id, values.id))
  const [known] = await tx.select().from(categories).where(own)
  if (known && hasValues(known, values)) return { version: known.version }
  requireSeen(known, seen)
  await recordAuditEvent(tx, ctx, 'catalogue-category-set', { about: known?.id ?? null, facts: { isNew: !known } })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  if (known)
    await tx
      .update(categories)
      .set({ ...values, version })
      .where(own)
  else await tx.insert(categories).values({ ...values, schoolId, version })
  return { version }
}

/**
 * Adds or changes an item. A changed price or tax makes a new price list, so that sales with the old one are not flagged.
 * @returns its version
 * @throws AppError catalogue.changed, catalogue.barcode-taken, request.not-found, request.invalid for a last day before the first
 */
export async function changeItem(tx: Tx, ctx: SessionCtx, { values, seen }: Change<ItemInput>) {
  const { schoolId } = ctx.school
  await applyDuePrices(tx, schoolId, ctx.deps.clock.nowMs())
  const school = await lockSchool(tx, schoolId)
  const own = and(eq(items.schoolId, schoolId), eq(items.id, values.id))
  const [known] = await tx.select().from(items).where(own)
  if (known && hasValues(known, values)) return { version: known.version }
  requireSeen(known, seen)
  requireDays({ ...known, ...values })
  await requireParts(tx, school, values, known?.taxCode)
  const isRepriced = known !== undefined && (known.price !== values.price || known.taxCode !== values.taxCode)
  if (isRepriced) await beginPriceList(tx, school)
  await recordAuditEvent(tx, ctx, 'catalogue-item-set', {
    about: known?.id ?? null,
    facts: { isNew: !known, isRepriced },
  })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  if (known)
    await tx
      .update(items)
      .set({ ...values, version })
      .where(own)
  else await tx.insert(items).values({ ...values, schoolId, version })
  return { version }
}

/** Checks what an item refers to. @throws AppError catalogue.barcode-taken, request.not-found */
async function requireParts(
  tx: Tx,
  { schoolId, tillPolicy }: School,
  item: ItemInput,
  taxBefore: string | undefined,
): Promise<void> {
  const unknown = (field: keyof ItemInput) => new AppError('request.not-found', { field: `item.${field}` })
  // An item keeps the retired tax code that it has; none takes one.
  const isTax = ({ code, isRetired }: TaxCode) => code === item.taxCode && (!isRetired || code === taxBefore)
  if (!tillPolicy.taxCodes.some(isTax)) throw unknown('taxCode')
  const [category] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.schoolId, schoolId), eq(categories.id, item.categoryId)))
  if (!category) throw unknown('categoryId')
  const groups = await tx
    .select({ id: modifierGroups.id })
    .from(modifierGroups)
    .where(and(eq(modifierGroups.schoolId, schoolId), inArray(modifierGroups.id, item.modifierGroupIds)))
  if (groups.length < new Set(item.modifierGroupIds).size) throw unknown('modifierGroupIds')
  const codes = barcodesOf(item)
  if (new Set(codes).size < codes.length) throw new AppError('catalogue.barcode-taken', { field: 'item.moreBarcodes' })
  const given = sql`${sql.param(codes)}::text[]`
  const [other] = await tx
    .select({ barcode: items.barcode, moreBarcodes: items.moreBarcodes })
    .from(items)
    .where(
      and(
        eq(items.schoolId, schoolId),
        ne(items.id, item.id),
        sql`(${items.barcode} = any(${given}) or ${items.moreBarcodes} && ${given})`,
      ),
    )
  if (!other) return
  const isFirst = item.barcode !== null && barcodesOf(other).includes(item.barcode)
  throw new AppError('catalogue.barcode-taken', { field: isFirst ? 'item.barcode' : 'item.moreBarcodes' })
}

/** @throws AppError request.invalid for a last day before the first */
function requireDays({ availableFrom, availableUntil }: Partial<ItemInput>): void {
  if (availableFrom && availableUntil && availableUntil < availableFrom)
    throw new AppError('request.invalid', { field: 'item.availableUntil' })
}

/** Marks an item as sold out for the business day, or not. @returns its version @throws AppError request.not-found */
export async function changeSoldOut(tx: Tx, ctx: SessionCtx, itemId: ItemId, isSoldOut: boolean) {
  const { schoolId } = ctx.school
  const school = await lockSchool(tx, schoolId)
  const own = and(eq(items.schoolId, schoolId), eq(items.id, itemId))
  const [known] = await tx.select({ soldOutOn: items.soldOutOn, version: items.version }).from(items).where(own)
  if (!known) throw new AppError('request.not-found', { field: 'itemId' })
  const today = schoolDay(school, ctx.deps.clock.nowMs())
  if ((known.soldOutOn === today) === isSoldOut) return { version: known.version }
  await recordAuditEvent(tx, ctx, 'catalogue-item-set', { about: itemId, facts: { isNew: false, isRepriced: false } })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .update(items)
    .set({ soldOutOn: isSoldOut ? today : null, version })
    .where(own)
  return { version }
}
