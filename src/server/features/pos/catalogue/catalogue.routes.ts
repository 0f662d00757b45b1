import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
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
import { changeCategory, changeItem, changeSoldOut } from './edit-catalogue.service.ts'
import { changeItems } from './edit-many.service.ts'
import { changeOptions, changeOrder } from './edit-options.service.ts'
import { changeFavourites } from './favourites.service.ts'
import { exportFile, importFile } from './import/import-catalogue.service.ts'
import { planItemPrices } from './next-prices.service.ts'
import { changePicture } from './picture/item-picture.service.ts'
import { readWholeCatalogue } from './read-catalogue.service.ts'

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
