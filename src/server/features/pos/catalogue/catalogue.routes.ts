import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import {
  type ModifierGroupInput,
  orderCategories,
  planPrices,
  saveFavourites,
  saveItemPicture,
  saveItems,
  saveModifierGroup,
  setSoldOut,
} from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import { readCatalogue, saveCategory, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import { exportCatalogue, importCatalogue } from '#shared/pos/catalogue-import.contract.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { categories, modifierGroups } from './catalogue.table.ts'
import { changeCategory, changeItem, changeSoldOut } from './edit-catalogue.service.ts'
import { changeItems } from './edit-many.service.ts'
import { changeFavourites } from './favourites.service.ts'
import { exportFile, importFile } from './import/import-catalogue.service.ts'
import { planItemPrices } from './next-prices.service.ts'
import { changePicture } from './picture/item-picture.service.ts'
import { readWholeCatalogue } from './read-catalogue.service.ts'

/**
 * Adds or changes a group of options. @returns its version
 * @throws AppError catalogue.changed, request.invalid where more must be chosen than may be or there are
 */
async function changeOptions(tx: Tx, ctx: SessionCtx, { group, seen }: { group: ModifierGroupInput; seen: number }) {
  const { schoolId } = ctx.school
  if (group.min > group.max) throw new AppError('request.invalid', { field: 'group.min' })
  if (group.max > group.modifiers.length) throw new AppError('request.invalid', { field: 'group.max' })
  if (new Set(group.modifiers.map(({ id }) => id)).size < group.modifiers.length)
    throw new AppError('request.invalid', { field: 'group.modifiers' })
  await lockSchool(tx, schoolId)
  const own = and(eq(modifierGroups.schoolId, schoolId), eq(modifierGroups.id, group.id))
  const [known] = await tx.select().from(modifierGroups).where(own)
  if (known && canonicalJson({ ...known, ...group }) === canonicalJson(known)) return { version: known.version }
  if ((known?.version ?? 0) !== seen) throw new AppError('catalogue.changed')
  await recordAuditEvent(tx, ctx, 'catalogue-options-set', { about: known?.id ?? null, facts: { isNew: !known } })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  const row = { ...group, version }
  if (known) await tx.update(modifierGroups).set(row).where(own)
  else await tx.insert(modifierGroups).values({ ...row, schoolId })
  return { version }
}

/** Numbers the categories in this order. @throws AppError catalogue.changed where they are not those of the school */
async function changeOrder(tx: Tx, ctx: SessionCtx, categoryIds: readonly string[]): Promise<Record<string, never>> {
  const { schoolId } = ctx.school
  await lockSchool(tx, schoolId)
  const known = await tx.select().from(categories).where(eq(categories.schoolId, schoolId))
  const places = new Map(categoryIds.map((id, at) => [id, at + 1]))
  if (known.length !== categoryIds.length || known.some(({ id }) => !places.has(id)))
    throw new AppError('catalogue.changed')
  const moved = known.filter(({ id, sort }) => places.get(id) !== sort)
  if (moved.length === 0) return {}
  await recordAuditEvent(tx, ctx, 'catalogue-category-set', { about: null, facts: { isNew: false } })
  let version = await assignVersions(tx, schoolId, moved.length)
  for (const { id } of moved) {
    version += 1
    await tx
      .update(categories)
      .set({ sort: places.get(id) ?? 0, version })
      .where(and(eq(categories.schoolId, schoolId), eq(categories.id, id)))
  }
  return {}
}

export const catalogueRoutes: Feature = () => [
  route.session(readCatalogue, (ctx) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => readWholeCatalogue(tx, ctx.school.schoolId, ctx.deps.clock.nowMs()))
  }),
  route.session(saveCategory, (ctx, { category, seen }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeCategory(tx, ctx, { values: category, seen }))
  }),
  route.session(orderCategories, (ctx, { categoryIds }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeOrder(tx, ctx, categoryIds))
  }),
  route.session(saveModifierGroup, (ctx, change) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeOptions(tx, ctx, change))
  }),
  route.session(saveItem, (ctx, { item, seen }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeItem(tx, ctx, { values: item, seen }))
  }),
  route.session(setSoldOut, (ctx, { itemId, isSoldOut }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeSoldOut(tx, ctx, itemId, isSoldOut))
  }),
  route.session(saveItems, (ctx, { changes }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeItems(tx, ctx, changes))
  }),
  route.session(planPrices, (ctx, planned) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => planItemPrices(tx, ctx, planned))
  }),
  route.session(saveItemPicture, (ctx, { itemId, data }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changePicture(tx, ctx, itemId, data))
  }),
  route.session(saveFavourites, (ctx, change) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeFavourites(tx, ctx, change))
  }),
  route.session(importCatalogue, (ctx, { data, isApplied }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return importFile(ctx, data, isApplied)
  }),
  route.session(exportCatalogue, (ctx, { language, format }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return exportFile(ctx, language, format)
  }),
]
