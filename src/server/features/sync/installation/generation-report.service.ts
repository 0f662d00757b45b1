import { sql } from 'drizzle-orm'
import type { SessionCtx } from '#server/http/context.ts'
import type { GenerationReport } from '#shared/sync/server-state.contract.ts'
import { readPresentGeneration } from './installation.service.ts'

/** Returns how far this school's devices have come since the present generation of the server began. */
export async function reportGeneration({ deps, school, tenant }: SessionCtx): Promise<GenerationReport> {
  const { backedUpThrough, generation, since, isHeld } = await deps.installation.state()
  const present = await readPresentGeneration(deps.db)
  const { schoolId } = school
  const { rows } = await tenant((tx) =>
    tx.execute<{ total: number; reported: number; cameBack: number; lost: number }>(sql`
      select
        (select count(*) from devices d where d.school_id = ${schoolId} and d.revoked_at is null)::int as total,
        (select count(*) from devices d where d.school_id = ${schoolId} and d.revoked_at is null and exists (
          select from sync_installs i where i.school_id = d.school_id and i.device_id = d.id
            and i.last_seen_at >= ${since}))::int as reported,
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
