import { and, asc, desc, eq, lt, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { readColumns } from '#server/features/lists/spreadsheet/read-columns.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, dayMs, type Instant, toInstant } from '#shared/kernel/time.ts'
import { dayOrderOf } from '#shared/lists/day-cell.rules.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import {
  type checkPupilImport,
  maxPupilRows,
  maxRefusedListed,
  type PupilImport,
  type PupilColumn,
  type PupilImportChecked,
  pupilColumns,
  type RefusedPupil,
} from '#shared/students/pupils/pupil-import.contract.ts'
import { classYear } from '../../classes/class.service.ts'
import { asPupilFile } from '../../one-roster/read-roster.ts'
import { requireMoneyRights } from './import-money.service.ts'
import { planPupils } from './plan-pupils.rules.ts'
import { pupilImportParts, pupilImports } from './pupil-import.table.ts'
import { type FilePupil, readPupilRow } from './pupil-row.rules.ts'
import { readRosterFacts } from './roster-facts.service.ts'

export type ImportJobRow = typeof pupilImports.$inferSelect

/** Rows written in one transaction. Tills and others wait for it no longer than a moment. */
const rowsPerPart = 250
/** Retention of a file: a day without import, a week after one. */
const keptMs = { checked: dayMs, imported: 7 * dayMs }
const asked = { columns: pupilColumns, required: ['admissionNo'], maxRows: maxPupilRows } as const

export const isImport = (schoolId: string, id: string) =>
  and(eq(pupilImports.schoolId, schoolId), eq(pupilImports.id, id))

/**
 * Reads a file, judges its rows and keeps those to be written, once for each command; or returns why the file is not read.
 * @throws AppError access.denied
 */
export async function checkPupilFile(
  ctx: SessionCtx,
  { commandId: id, fileName, data }: z.output<typeof checkPupilImport.body>,
): Promise<PupilImportChecked> {
  const { schoolId, currency, timeZone } = ctx.school
  const rows = readColumns<PupilColumn>(asPupilFile(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))), asked)
  if ('why' in rows) return { job: null, unreadable: rows }
  const nowMs = ctx.deps.clock.nowMs()
  const order = dayOrderOf(rows.flatMap(({ cells }) => cells.birthDate ?? []))
  const setting = { order, today: businessDay(nowMs, timeZone, 0), country: homeCountry(currency), currency }
  const refused: RefusedPupil[] = []
  const files: FilePupil[] = []
  for (const { row, cells, isDamaged } of rows) {
    const { pupil, problems } = readPupilRow(row, cells, setting)
    if (isDamaged) refused.push({ row, name: pupil.admissionNo, problems: [{ column: null, why: 'damaged' }] })
    else if (problems.length > 0) refused.push({ row, name: nameOf(pupil), problems })
    else files.push(pupil)
  }
  requireMoneyRights(ctx, files)
  return ctx.tenant(async (tx) => {
    const [known] = await tx.select().from(pupilImports).where(isImport(schoolId, id))
    if (known) return { job: await importView(tx, known), unreadable: null }
    const facts = await readRosterFacts(tx, schoolId, await classYear(tx, schoolId, nowMs), files)
    const plan = planPupils(files, facts)
    for (const { file, problems } of plan.refused) refused.push({ row: file.row, name: nameOf(file), problems })
    const added = plan.written.filter((each) => each.known === undefined).length
    const job: ImportJobRow = {
      schoolId,
      id,
      fileName,
      state: 'checked',
      counts: { new: added, changed: plan.written.length - added, same: plan.same, refused: refused.length },
      refused: refused.toSorted((one, other) => one.row - other.row).slice(0, maxRefusedListed),
      done: 0,
      startedAt: toInstant(nowMs),
      startedBy: ctx.session.user.userId,
      expiresAt: toInstant(nowMs + keptMs.checked),
    }
    await tx.insert(pupilImports).values(job)
    const written = plan.written.map(({ file }) => file)
    for (let at = 0, no = 0; at < written.length; at += rowsPerPart, no += 1)
      await tx
        .insert(pupilImportParts)
        .values({ schoolId, importId: id, no, rows: written.slice(at, at + rowsPerPart), isDone: false })
    return { job: await importView(tx, job), unreadable: null }
  })
}

const nameOf = ({ nameEn, nameAr, admissionNo }: FilePupil): string => nameEn ?? nameAr ?? admissionNo

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
