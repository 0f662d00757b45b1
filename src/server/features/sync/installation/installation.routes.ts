import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { hasProvider } from '#server/features/identity/provider/provider-account.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { AppError } from '#shared/kernel/errors.ts'
import {
  readGeneration,
  readServerState,
  releaseServer,
  releaseServerOfAll,
} from '#shared/sync/server-state.contract.ts'
import { reportGeneration } from './generation-report.service.ts'
import { releaseGeneration } from './installation.service.ts'

const done = { success: true as const }

/** Routes of a restored server: how far it has come, and going on. Where there is an account above schools, it alone may go on. */
export const installationRoutes: Feature = ({ db }) => [
  route.open(readServerState, async ({ deps }) => {
    const { generation, backedUpThrough } = await deps.installation.state()
    return { server: { generation, backedUpThrough }, serverTime: toInstant(deps.clock.nowMs()) }
  }),
  route.session(readGeneration, async (ctx) => {
    requirePermission(ctx.session, 'server.see')
    return { report: await reportGeneration(ctx) }
  }),
  route.session(releaseServer, async (ctx, { generation }) => {
    requirePermission(ctx.session, 'server.release')
    if (await hasProvider(db)) throw new AppError('access.denied')
    if (await releaseGeneration(ctx.deps, generation))
      await ctx.tenant((tx) => recordAuditEvent(tx, ctx, 'server-released', { about: null, facts: {} }))
    return done
  }),
  route.provider(releaseServerOfAll, async (ctx, { generation }) => {
    await releaseGeneration(ctx.deps, generation)
    return done
  }),
]
