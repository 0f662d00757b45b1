import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import type { BillingRun, BillingScope } from '#shared/fees/billing-run.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { feeBillingPupils, feeBillingRuns } from './fee-billing.table.ts'
import { errorsShown, errorViews, planRun } from './plan-run.service.ts'

type Run = typeof feeBillingRuns.$inferSelect

/** Starts a run, once for each id. @throws AppError fees.run-changed (what it would bill is not what was previewed) */
export const startRun = (
  tx: Tx,
  by: FeeStaff,
  { runId, scope, scopeHash }: { runId: string; scope: BillingScope; scopeHash: string },
): Promise<Run> =>
  runOnce<typeof feeBillingRuns, Run>(
    tx,
    feeBillingRuns,
    { schoolId: by.schoolId, id: runId, asked: { scope, scopeHash } },
    {
      first: async (askedHash) => {
        const plan = await planRun(tx, by, scope)
        if (plan.scopeHash !== scopeHash) throw new AppError('fees.run-changed')
        const { schoolId, userId: byUser } = by
        const run = { schoolId, id: runId, scope, scopeHash, askedHash, byUser }
        const [row] = await tx
          .insert(feeBillingRuns)
          .values({ ...run, state: 'running', startedAt: toInstant(by.nowMs) })
          .returning()
        if (!row) throw new Error('the run was not stored')
        const pupils = plan.studentIds.map((studentId, at) => ({ studentId, position: at + 1 }))
        const given = givenRows(tx, schoolId, pupils)
        await tx.execute(sql`
          insert into fee_billing_pupils (school_id, run_id, student_id, position, state)
          select ${given.school}, ${runId}, p."studentId", p.position, 'waiting'
          from ${given.rows} as p("studentId" uuid, position int)`)
        const facts = { year: scope.year, count: pupils.length }
        await recordAuditEvent(tx, by.audit, 'fee-billing-started', { about: null, by: byUser, facts })
        return row
      },
      again: (row) => row,
    },
  )

/** Returns one run. @throws AppError request.not-found */
export async function requireRun(tx: Tx, schoolId: string, id: string): Promise<Run> {
  const [run] = await tx
    .select()
    .from(feeBillingRuns)
    .where(and(eq(feeBillingRuns.schoolId, schoolId), eq(feeBillingRuns.id, id)))
  if (!run) throw new AppError('request.not-found', { field: 'runId' })
  return run
}

/** Returns the latest 50 runs, the latest first. */
export const latestRuns = (tx: Tx, schoolId: string): Promise<Run[]> =>
  tx
    .select()
    .from(feeBillingRuns)
    .where(eq(feeBillingRuns.schoolId, schoolId))
    .orderBy(desc(feeBillingRuns.startedAt))
    .limit(50)

/** Stops a run, or lets a stopped one go on. A run that is done stays so. @throws AppError request.not-found */
export async function setRun(tx: Tx, by: FeeStaff, id: string, state: 'running' | 'stopped'): Promise<Run> {
  const { schoolId, userId: byUser } = by
  const from = state === 'running' ? 'stopped' : 'running'
  const isThis = and(eq(feeBillingRuns.schoolId, schoolId), eq(feeBillingRuns.id, id), eq(feeBillingRuns.state, from))
  const [changed] = await tx.update(feeBillingRuns).set({ state }).where(isThis).returning()
  if (!changed) return requireRun(tx, schoolId, id)
  if (state === 'running') await retryFailed(tx, changed)
  await recordAuditEvent(tx, by.audit, 'fee-billing-set', { about: null, by: byUser, facts: { state } })
  return changed
}

/** Children that could not be billed are tried again. */
const retryFailed = (tx: Tx, { schoolId, id }: Run) =>
  tx
    .update(feeBillingPupils)
    .set({ state: 'waiting', fault: null, rule: null })
    .where(
      and(
        eq(feeBillingPupils.schoolId, schoolId),
        eq(feeBillingPupils.runId, id),
        eq(feeBillingPupils.state, 'failed'),
      ),
    )

/** Returns runs with how far they are. */
export async function runViews(tx: Tx, schoolId: string, runs: readonly Run[]): Promise<z.input<typeof BillingRun>[]> {
  const ids = runs.map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows: counts } = await tx.execute<Record<string, string | number> & { id: string }>(sql`
    select r.id, p.pupils, p.done, p.failed, c.charges, c.invoices, coalesce(c.total, 0) as total
    from fee_billing_runs r
    left join lateral (select count(*) as pupils, count(*) filter (where state <> 'waiting') as done,
      count(*) filter (where state = 'failed') as failed
      from fee_billing_pupils p where p.school_id = ${schoolId} and p.run_id = r.id) p on true
    left join lateral (select count(*) as charges, count(distinct document_id) as invoices, sum(net + tax) as total
      from fee_charges c where c.school_id = ${schoolId} and c.run_id = r.id) c on true
    where r.school_id = ${schoolId} and r.id = any(${uuidList(ids)})`)
  const staff = await findPeople(
    tx,
    schoolId,
    runs.map(({ byUser }) => byUser),
  )
  const errors = await failedPupils(tx, schoolId, ids)
  const views: z.input<typeof BillingRun>[] = []
  for (const { id, scope, state, startedAt, byUser } of runs) {
    const count = counts.find((row) => row.id === id)
    const of = (name: string) => Number(count?.[name] ?? 0)
    const run = { runId: id, scope, state, startedAt, by: colleague(byUser, staff) }
    const done = { pupils: of('pupils'), done: of('done'), charges: of('charges'), invoices: of('invoices') }
    const mine = await errorViews(tx, schoolId, (errors.get(id) ?? []).slice(0, errorsShown))
    views.push({ ...run, ...done, total: minor(of('total')), errors: mine, errorCount: of('failed') })
  }
  return views
}

async function failedPupils(tx: Tx, schoolId: string, ids: readonly string[]) {
  const { runId, studentId, fault, rule } = feeBillingPupils
  const rows = await tx
    .select({ runId, studentId, fault, rule })
    .from(feeBillingPupils)
    .where(and(eq(feeBillingPupils.schoolId, schoolId), inArray(runId, [...ids]), eq(feeBillingPupils.state, 'failed')))
    .orderBy(feeBillingPupils.position)
  return Map.groupBy(
    rows.map((row) => ({ ...row, fault: row.fault ?? ('failed' as const) })),
    (row) => row.runId,
  )
}
