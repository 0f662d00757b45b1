import { sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { hasProvider } from '#server/features/identity/provider/provider-account.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { AppError } from '#shared/kernel/errors.ts'
import {
  type GenerationReport,
  readGeneration,
  readServerState,
  releaseServer,
  releaseServerOfAll,
} from '#shared/sync/server-state.contract.ts'
import { readPresentGeneration, releaseGeneration } from './installation.service.ts'

/** Returns how far this school's devices have come since the present generation of the server began. */
async function reportGeneration({ deps, school, tenant }: SessionCtx): Promise<GenerationReport> {
  const { backedUpThrough, generation, since, isHeld } = await deps.installation.state()
  const present = await readPresentGeneration(deps.db)
  const { schoolId } = school
  const hasReported = sql`exists (select from sync_installs i where i.school_id = ${schoolId} and i.device_id = d.id
    and i.last_seen_at >= ${since})`
  const { rows } = await tenant((tx) =>
    tx.execute<{ total: number; reported: number; cameBack: number; lost: number }>(sql`
      select
        -- One that was paired since and has sent nothing holds nothing from before: nobody waits for it.
        (select count(*) from devices d where d.school_id = ${schoolId} and d.revoked_at is null
          and (d.paired_at < ${since} or ${hasReported}))::int as total,
        (select count(*) from devices d where d.school_id = ${schoolId} and d.revoked_at is null
          and ${hasReported})::int as reported,
        (select count(*) from sync_ops o where o.school_id = ${schoolId} and o.received_at >= ${since}
          and (o.envelope->>'wallAt')::timestamptz < ${since})::int as "cameBack",
        (select coalesce(sum((q.raw->>'to')::int - (q.raw->>'from')::int + 1), 0) from sync_quarantine q
          where q.school_id = ${schoolId} and q.outcome = 'lost' and q.received_at >= ${since})::int as lost`),
  )
  const { total = 0, reported = 0, cameBack = 0, lost = 0 } = rows[0] ?? {}
  return {
    generation,
    since,
    cause: present?.cause ?? 'first-start',
    dataAsOf: present?.dataAsOf ?? null,
    isHeld,
    releasedAt: present?.releasedAt ?? null,
    backedUpThrough,
    devices: { total, reported },
    cameBack,
    lost,
  }
}

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
