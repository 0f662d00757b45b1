import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ImportJob, ImportRow, ImportVerdict } from '#shared/admissions/import/student-import.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { dayMs, type Instant, toInstant } from '#shared/kernel/time.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import type { CheckedRow } from './check-rows.service.ts'
import { importJobs, importRows } from './student-import.table.ts'

export type JobRow = typeof importJobs.$inferSelect
export type StoredRow = typeof importRows.$inferSelect

/** Retention of a file that was read: a day without import, a week after import. */
export const keptMs = { judged: dayMs, brought: 7 * dayMs }

const maxCount = 500

/** Stores a job with its rows. Repeating the id keeps the existing job. */
export async function addJob(tx: Tx, job: JobRow, rows: readonly CheckedRow[]): Promise<void> {
  const { schoolId, id: jobId } = job
  const added = await tx.insert(importJobs).values(job).onConflictDoNothing().returning({ id: importJobs.id })
  if (added.length === 0) return
  for (let from = 0; from < rows.length; from += maxCount)
    await tx.insert(importRows).values(rows.slice(from, from + maxCount).map((row) => ({ ...row, schoolId, jobId })))
}

export const isJob = (schoolId: string, id: string) => and(eq(importJobs.schoolId, schoolId), eq(importJobs.id, id))
const ofJob = ({ schoolId, id }: Pick<JobRow, 'schoolId' | 'id'>) =>
  and(eq(importRows.schoolId, schoolId), eq(importRows.jobId, id))

/** Returns the job under this id, if any. */
export async function claimJob(tx: Tx, schoolId: string, id: string): Promise<JobRow | undefined> {
  const [job] = await tx.select().from(importJobs).where(isJob(schoolId, id))
  return job
}

/** Returns a job. @throws AppError request.not-found */
export async function findJob(tx: Tx, schoolId: string, id: string): Promise<JobRow> {
  const job = await claimJob(tx, schoolId, id)
  if (!job) throw new AppError('request.not-found')
  return job
}

export const latestJobs = (tx: Tx, schoolId: string): Promise<JobRow[]> =>
  tx
    .select()
    .from(importJobs)
    .where(eq(importJobs.schoolId, schoolId))
    .orderBy(desc(importJobs.startedAt), desc(importJobs.id))
    .limit(10)

/** Starts, resumes or stops a job; imported rows stay. @returns whether it has just started */
export async function setJob(tx: Tx, job: JobRow, isRunning: boolean, nowMs: number): Promise<boolean> {
  const { schoolId, id, state } = job
  const isToStart = isRunning && (state === 'judged' || state === 'stopped')
  const isToStop = !isRunning && state === 'running'
  if (!isToStart && !isToStop) return false
  const moved = await tx
    .update(importJobs)
    .set({ state: isRunning ? 'running' : 'stopped', expiresAt: toInstant(nowMs + keptMs.brought) })
    .where(and(isJob(schoolId, id), eq(importJobs.state, state)))
    .returning({ id: importJobs.id })
  return moved.length > 0 && state === 'judged'
}

/** Returns rows of a job, faulty ones first. */
export const rowsOfJob = (
  tx: Tx,
  job: Pick<JobRow, 'schoolId' | 'id'>,
  { verdict, from, limit }: { verdict?: ImportVerdict | undefined; from: number; limit: number },
): Promise<StoredRow[]> =>
  tx
    .select()
    .from(importRows)
    .where(and(ofJob(job), verdict && eq(importRows.verdict, verdict)))
    .orderBy(asc(sql`${importRows.verdict} <> 'refused'`), asc(importRows.row))
    .offset(from)
    .limit(limit)

/** Returns whether imported shortlisted students still need an identity check. */
const asksIdentity = async (tx: Tx, schoolId: string) => (await readRules(tx, schoolId)).rules.identityBeforeShortlist

/** Maps rows of a school for staff. */
export async function rowViews(tx: Tx, schoolId: string, rows: readonly StoredRow[]): Promise<ImportRow[]> {
  const isAsked = await asksIdentity(tx, schoolId)
  return rows.map((row) => ({
    ...rowView(row),
    asksIdentity: isAsked && row.verdict === 'new' && row.values?.status === 'shortlisted',
  }))
}

const rowView = ({
  values,
  schoolId: _school,
  jobId: _job,
  cells: _cells,
  studentId,
  ...row
}: StoredRow): Omit<ImportRow, 'asksIdentity'> => ({
  ...row,
  nameLatin: values?.nameLatin ?? null,
  nameArabic: values?.nameArabic ?? null,
  birthDate: values?.birthDate ?? null,
  grade: values?.grade ?? null,
  student_id: studentId,
})

const nothing = { total: 0, isNew: 0, known: 0, refused: 0, brought: 0, joined: 0, siblings: 0, listed: 0 }

/** Returns a job for staff. */
export async function jobView(tx: Tx, job: JobRow): Promise<ImportJob> {
  const { schoolId: _school, startedBy, ...seen } = job
  const count = (what: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${what})::int`
  const [found] = await tx
    .select({
      total: sql<number>`count(*)::int`,
      isNew: count(sql`${importRows.verdict} = 'new'`),
      known: count(sql`${importRows.verdict} = 'known'`),
      refused: count(sql`${importRows.verdict} = 'refused'`),
      brought: count(sql`${importRows.studentId} is not null`),
      joined: count(sql`${importRows.joined} > 0 and ${importRows.verdict} <> 'refused'`),
      siblings: count(sql`${importRows.siblings} > 0 and ${importRows.verdict} <> 'refused'`),
      listed: count(sql`${importRows.verdict} = 'new' and ${importRows.values}->>'status' = 'shortlisted'`),
    })
    .from(importRows)
    .where(ofJob(job))
  const { isNew, known, refused, listed, ...counted } = found ?? nothing
  const people = await findPeople(tx, job.schoolId, [startedBy])
  return {
    ...seen,
    ...counted,
    counts: { new: isNew, known, refused },
    asksIdentity: (await asksIdentity(tx, job.schoolId)) ? listed : 0,
    by: { userId: startedBy, name: people.get(startedBy)?.name ?? { en: '–', ar: '–' } },
  }
}

/** Deletes files past their retention, with everything read from them. */
export async function forgetJobs(tx: Tx, schoolId: string, now: Instant): Promise<void> {
  const isOver = and(eq(importJobs.schoolId, schoolId), lt(importJobs.expiresAt, now), ne(importJobs.state, 'running'))
  const over = await tx.select({ id: importJobs.id }).from(importJobs).where(isOver)
  for (const { id } of over) {
    await tx.delete(importRows).where(ofJob({ schoolId, id }))
    await tx.delete(importJobs).where(isJob(schoolId, id))
  }
}
