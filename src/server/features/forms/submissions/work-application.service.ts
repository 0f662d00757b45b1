import { and, count, eq, inArray, isNull, notInArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { setWorkStatus, WorkStanding } from '#shared/forms/work-application.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { isOfficeForm, officeForms } from '#shared/school/office-forms.rules.ts'
import { submissions } from '../form.table.ts'
import { wasErased } from './submission.view.ts'
import { workApplications } from './work-application.table.ts'

interface Kind {
  slug: string
  purpose: FormPurpose
}

/** Returns whether it asks for a post; an office form of the same purpose asks a question. */
export const isForWork = ({ slug, purpose }: Kind): boolean => purpose === 'hr' && !isOfficeForm(slug)

const untouched: WorkStanding = { status: 'new', revision: 0 }

/** Returns how the applications for work among these submissions stand, by id; null for any other submission. */
export async function workStandings(
  tx: Tx,
  schoolId: string,
  rows: readonly (Kind & { id: string })[],
): Promise<(id: string) => WorkStanding | null> {
  const ids = new Set(rows.filter(isForWork).map(({ id }) => id))
  if (ids.size === 0) return () => null
  const { submissionId: id, status, revision } = workApplications
  const found = await tx
    .select({ id, status, revision })
    .from(workApplications)
    .where(and(eq(workApplications.schoolId, schoolId), inArray(id, [...ids])))
  const known = new Map(found.map((row) => [row.id, { status: row.status, revision: row.revision }]))
  return (each) => (ids.has(each) ? (known.get(each) ?? untouched) : null)
}

/** Counts applications for work that nobody has dealt with yet. */
export async function countNewApplications(tx: Tx, schoolId: string): Promise<number> {
  const { status, submissionId } = workApplications
  const [row] = await tx
    .select({ waiting: count() })
    .from(submissions)
    .leftJoin(
      workApplications,
      and(eq(workApplications.schoolId, submissions.schoolId), eq(submissionId, submissions.id)),
    )
    .where(
      and(
        eq(submissions.schoolId, schoolId),
        eq(submissions.purpose, 'hr'),
        notInArray(submissions.slug, [...officeForms]),
        or(isNull(status), eq(status, 'new')),
      ),
    )
  return row?.waiting ?? 0
}

/** Changes how an application for work stands. @throws AppError access.denied, request.not-found, form.changed-elsewhere */
export function changeWorkStatus(
  ctx: SessionCtx,
  { id, seen, status }: z.output<typeof setWorkStatus.body>,
): Promise<WorkStanding> {
  const { schoolId } = ctx.school
  requirePermission(ctx.session, 'work.see')
  return ctx.tenant(async (tx) => {
    // The lock keeps two at once in order: the second sees what the first has changed.
    const [row] = await tx
      .select()
      .from(submissions)
      .where(and(eq(submissions.schoolId, schoolId), eq(submissions.id, id)))
      .for('update')
    if (!row || !isForWork(row) || wasErased(row)) throw new AppError('request.not-found')
    const before = (await workStandings(tx, schoolId, [row]))(id) ?? untouched
    if (before.status === status) return before
    if (before.revision !== seen) throw new AppError('form.changed-elsewhere')
    const work = { status, revision: before.revision + 1 }
    const changed = { ...work, changedBy: ctx.session.user.userId, changedAt: toInstant(ctx.deps.clock.nowMs()) }
    await tx
      .insert(workApplications)
      .values({ schoolId, submissionId: id, ...changed })
      .onConflictDoUpdate({ target: [workApplications.schoolId, workApplications.submissionId], set: changed })
    await recordAuditEvent(tx, ctx, 'work-status-set', { about: id, facts: {} })
    return work
  })
}
