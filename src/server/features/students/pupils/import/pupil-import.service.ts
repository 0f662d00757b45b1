import { and, asc, desc, eq, lt, ne } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { dayMs, type Instant, toInstant } from '#shared/kernel/time.ts'
import { maxRefusedListed, type PupilImport, type RefusedPupil } from '#shared/students/pupils/pupil-import.contract.ts'
import { pupilImportParts, pupilImports } from './pupil-import.table.ts'
import type { FilePupil } from './pupil-row.rules.ts'

export type ImportJobRow = typeof pupilImports.$inferSelect

/** Retention of a file: a day without import, a week after one. */
export const keptMs = { checked: dayMs, imported: 7 * dayMs }

export const isImport = (schoolId: string, id: string) =>
  and(eq(pupilImports.schoolId, schoolId), eq(pupilImports.id, id))

export const nameOf = ({ nameEn, nameAr, admissionNo }: FilePupil): string => nameEn ?? nameAr ?? admissionNo

/** Returns an import. @throws AppError request.not-found */
export async function findImport(tx: Tx, schoolId: string, id: string): Promise<ImportJobRow> {
  const [job] = await tx.select().from(pupilImports).where(isImport(schoolId, id))
  if (!job) throw new AppError('request.not-found')
  return job
}

export const latestImports = (tx: Tx, schoolId: string): Promise<ImportJobRow[]> =>
  tx
    .select()
    .from(pupilImports)
    .where(eq(pupilImports.schoolId, schoolId))
    .orderBy(desc(pupilImports.startedAt), desc(pupilImports.id))
    .limit(5)

/** Starts, resumes or stops an import; what is imported stays. @returns whether it has just started */
export async function setImport(tx: Tx, job: ImportJobRow, isRunning: boolean, nowMs: number): Promise<boolean> {
  const { schoolId, id, state } = job
  const isToStart = isRunning && (state === 'checked' || state === 'stopped')
  const isToStop = !isRunning && state === 'running'
  if (!isToStart && !isToStop) return false
  const moved = await tx
    .update(pupilImports)
    .set({ state: isRunning ? 'running' : 'stopped', expiresAt: toInstant(nowMs + keptMs.imported) })
    .where(and(isImport(schoolId, id), eq(pupilImports.state, state)))
    .returning({ id: pupilImports.id })
  return moved.length > 0 && state === 'checked'
}

/** Returns an import for staff. */
export async function importView(tx: Tx, job: ImportJobRow): Promise<PupilImport> {
  const { id, fileName, state, counts, done, startedAt, startedBy } = job
  const people = await findPeople(tx, job.schoolId, [startedBy])
  return { id, fileName, state, counts, done, startedAt, by: people.get(startedBy)?.name ?? { en: '–', ar: '–' } }
}

/** Returns the next part that is not imported. */
export async function nextPart(tx: Tx, { schoolId, id }: ImportJobRow) {
  const [part] = await tx
    .select()
    .from(pupilImportParts)
    .where(
      and(
        eq(pupilImportParts.schoolId, schoolId),
        eq(pupilImportParts.importId, id),
        eq(pupilImportParts.isDone, false),
      ),
    )
    .orderBy(asc(pupilImportParts.no))
    .limit(1)
  return part
}

/** Notes a part as imported, and forgets what it said. */
export async function endPart(
  tx: Tx,
  job: ImportJobRow,
  { no, rows }: { no: number; rows: readonly FilePupil[] },
  refused: readonly { file: FilePupil; problems: RefusedPupil['problems'] }[],
): Promise<void> {
  const { schoolId, id } = job
  await tx
    .update(pupilImportParts)
    .set({ rows: [], isDone: true })
    .where(and(eq(pupilImportParts.schoolId, schoolId), eq(pupilImportParts.importId, id), eq(pupilImportParts.no, no)))
  const late = refused.map(({ file, problems }) => ({ row: file.row, name: nameOf(file), problems }))
  const done = job.done + rows.length - refused.length
  const counts = { ...job.counts, refused: job.counts.refused + late.length }
  await tx
    .update(pupilImports)
    .set({ done, counts, ...(late.length > 0 && { refused: [...job.refused, ...late].slice(0, maxRefusedListed) }) })
    .where(isImport(schoolId, id))
}

/** Deletes files past their retention, with everything read from them. */
export async function forgetImports(tx: Tx, schoolId: string, now: Instant): Promise<void> {
  const isOver = and(
    eq(pupilImports.schoolId, schoolId),
    lt(pupilImports.expiresAt, now),
    ne(pupilImports.state, 'running'),
  )
  for (const { id } of await tx.select({ id: pupilImports.id }).from(pupilImports).where(isOver)) {
    await tx
      .delete(pupilImportParts)
      .where(and(eq(pupilImportParts.schoolId, schoolId), eq(pupilImportParts.importId, id)))
    await tx.delete(pupilImports).where(isImport(schoolId, id))
  }
}
