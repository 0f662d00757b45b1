import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { feeExportFile, feeExportFiles, feeExports, makeFeeExport } from '#shared/fees/export/export-batch.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { exportFile, exportFileNames, latestBatches, makeBatch } from './export-batch.service.ts'

export const feeExportRoutes: Feature = () => [
  route.session(makeFeeExport, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.export')
    return ctx.tenant(async (tx) => ({ batch: await makeBatch(tx, feeActor(ctx), asked) }))
  }),
  route.session(feeExports, async (ctx) => {
    requirePermission(ctx.session, 'fees.export')
    return ctx.tenant((tx) => latestBatches(tx, ctx.school.schoolId))
  }),
  route.session(feeExportFile, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.export')
    return ctx.tenant((tx) => exportFile(tx, ctx.school.schoolId, asked))
  }),
  route.session(feeExportFiles, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.export')
    return ctx.tenant(async (tx) => ({ files: await exportFileNames(tx, ctx.school.schoolId, asked) }))
  }),
]
