import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { readCatalogue, saveCategory, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import { exportCatalogue, importCatalogue } from '#shared/pos/catalogue-import.contract.ts'
import { changeCategory, changeItem, readWholeCatalogue } from './edit-catalogue.service.ts'
import { exportFile, importFile } from './import/import-catalogue.service.ts'

export const catalogueRoutes: Feature = () => [
  route.session(readCatalogue, (ctx) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => readWholeCatalogue(tx, ctx.school.schoolId))
  }),
  route.session(saveCategory, (ctx, { category, seen }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeCategory(tx, ctx, { values: category, seen }))
  }),
  route.session(saveItem, (ctx, { item, seen }) => {
    requirePermission(ctx.session, 'catalogue.edit')
    return ctx.tenant((tx) => changeItem(tx, ctx, { values: item, seen }))
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
