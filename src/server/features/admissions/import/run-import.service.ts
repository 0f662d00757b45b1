import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { addGuardians } from '#server/features/students/record/guardian-contact.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { inSavepoint, type Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import { sqlState } from '#server/kernel/retry.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { importStudent } from '../file/import-student.service.ts'
import { forgetJobs, type JobRow, type StoredRow } from './import-job.service.ts'
import { lookUp, saveNumber } from './known-students.service.ts'
import { importJobs, importRows, type StoredValues } from './student-import.table.ts'

/** Students brought in with one transaction. Others wait for it no longer than a moment. */
const batch = 25

/** Goes on with an import, as `runJob` of the kernel does. */
export const runImport = (deps: Deps, schoolId: string, id: string, isStopping = () => false): Promise<void> =>
  runJob(
    deps.db,
    { table: importJobs, next: (tx: Tx, job: JobRow) => importBatch(tx, deps, job) },
    { schoolId, id },
    isStopping,
  )

/** @returns nothing when there is no more to do */
async function importBatch(tx: Tx, deps: Deps, job: JobRow): Promise<true | undefined> {
  const { schoolId, id } = job
  // Two files with the same child come one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import into ${schoolId}`}, 0))`)
  const rows = await tx
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.schoolId, schoolId),
        eq(importRows.jobId, id),
        eq(importRows.verdict, 'new'),
        isNull(importRows.studentId),
      ),
    )
    .orderBy(asc(importRows.row))
    .limit(batch)
  if (rows.length === 0) return undefined
  const known = await lookUp(
    tx,
    schoolId,
    rows.flatMap(({ values }) => values ?? []),
  )
  const { timeZone, language } = await readSchool(tx, schoolId)
  const bring = { deps, job, timeZone, language }
  for (const row of rows) await settle(tx, row, await outcomeOf(tx, bring, row, known))
  return true
}

interface ImportBatch {
  deps: Deps
  job: JobRow
  timeZone: string
  language: 'en' | 'ar'
}

type Outcome = Partial<Pick<StoredRow, 'verdict' | 'problems' | 'known' | 'studentId'>>

const settle = (tx: Tx, { schoolId, jobId, row }: StoredRow, outcome: Outcome) =>
  tx
    .update(importRows)
    .set(outcome)
    .where(and(eq(importRows.schoolId, schoolId), eq(importRows.jobId, jobId), eq(importRows.row, row)))

/** Somebody may have come in since the file was read. A row that can not be kept is refused, and the others are not. */
async function outcomeOf(
  tx: Tx,
  bring: ImportBatch,
  { values }: StoredRow,
  known: Awaited<ReturnType<typeof lookUp>>,
): Promise<Outcome> {
  const found = values && known(values)
  if (typeof found === 'object' && found !== null) return { verdict: 'known', known: found }
  if (found === 'reference-of-another') return refused('reference', found)
  if (values === null) return refused(null, 'not-kept')
  try {
    return { studentId: await inSavepoint(tx, (part) => importRow(part, bring, values)) }
  } catch (error) {
    // Another transaction was in the way, or the database has gone: the whole is tried again.
    const state = sqlState(error)
    if (state === undefined || !/^2[23]/.test(state)) throw error
    bring.deps.log.warn({ ...describeFailure(error), jobId: bring.job.id }, 'a row of an import was not kept')
    return refused(null, 'not-kept')
  }
}

const refused = (column: 'reference' | null, why: 'not-kept' | 'reference-of-another'): Outcome => ({
  verdict: 'refused',
  problems: [{ column, why }],
})

async function importRow(
  tx: Tx,
  { deps, job, timeZone, language }: ImportBatch,
  values: StoredValues,
): Promise<string> {
  const { schoolId, startedBy: byUser } = job
  const when = { nowMs: deps.clock.nowMs(), random: deps.random }
  const { guardians, ...child } = values
  const studentId = await importStudent(tx, { schoolId, byUser, timeZone, language, ...when }, child)
  await addGuardians(tx, { schoolId, studentId, ...when }, guardians)
  if (values.identityNumber !== null) await saveNumber(tx, schoolId, studentId, values.identityNumber)
  return studentId
}

/** Goes on with every job of a school that nobody has stopped, and forgets those whose day has come. */
export async function runImports(deps: Deps, schoolId: string, isStopping = () => false): Promise<void> {
  const running = await deps.db.tenant(schoolId, async (tx) => {
    await forgetJobs(tx, schoolId, toInstant(deps.clock.nowMs()))
    return runningJobs(tx, importJobs, schoolId)
  })
  for (const id of running) if (!isStopping()) await runImport(deps, schoolId, id, isStopping)
}

/** How soon a job goes on after its server has ended. */
const everyMs = 15_000

/** Looks after the jobs of all schools, in one round after the other, until it is stopped. */
export const startImportWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'admission-import',
    due,
    work: (schoolId, isStopping) => runImports(deps, schoolId, isStopping),
    onFailure: (error) => deps.log.error(describeFailure(error), 'students can not be brought in now'),
  })
