import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { enterStock, readStock, setStockItem, stockLedger } from '#shared/pos/stock/stock.contract.ts'
import { changeStockItem, enterStockRows } from './enter-stock.service.ts'
import { readLedger, readWholeStock } from './read-stock.service.ts'

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
