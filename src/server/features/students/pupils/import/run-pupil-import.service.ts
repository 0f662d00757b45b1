import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { classYear } from '../../classes/class.service.ts'
import { endPart, forgetImports, type ImportJobRow, nextPart } from './pupil-import.service.ts'
import { pupilImports } from './pupil-import.table.ts'
import { importPupils } from './write-pupils.service.ts'

/** Goes on with an import, as `runJob` of the kernel does. */
export const runPupils = (deps: Deps, schoolId: string, id: string, isStopping = () => false): Promise<void> =>
  runJob(
    deps.db,
    { table: pupilImports, next: (tx: Tx, job: ImportJobRow) => importPart(tx, deps, job) },
    { schoolId, id },
    isStopping,
  )

async function importPart(tx: Tx, deps: Deps, job: ImportJobRow): Promise<true | undefined> {
  const { schoolId, startedBy: byUser } = job
  const part = await nextPart(tx, job)
  if (!part) return undefined
  const nowMs = deps.clock.nowMs()
  const { language } = await readSchool(tx, schoolId)
  const year = await classYear(tx, schoolId, nowMs)
  const by = { schoolId, nowMs, random: deps.random, byUser, year, language }
  const { refused, given } = await importPupils(tx, by, part.rows)
  if (given > 0) {
    const event = { about: null, by: byUser, facts: { count: given } }
    await recordAuditEvent(tx, { deps, school: { schoolId } }, 'family-access-given', event)
  }
  await endPart(tx, job, part, refused)
  return true
}

/** Goes on with every import of a school that nobody has stopped, and forgets those whose day has come. */
async function runPupilImports(deps: Deps, schoolId: string, isStopping: () => boolean): Promise<void> {
  const running = await deps.db.tenant(schoolId, async (tx) => {
    await forgetImports(tx, schoolId, toInstant(deps.clock.nowMs()))
    return runningJobs(tx, pupilImports, schoolId)
  })
  for (const id of running) if (!isStopping()) await runPupils(deps, schoolId, id, isStopping)
}

/** How soon an import goes on after its server has ended. */
const everyMs = 15_000

/** Looks after the imports of all schools, in one round after the other, until it is stopped. */
export const startPupilImportWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'pupil-import',
    due,
    work: (schoolId, isStopping) => runPupilImports(deps, schoolId, isStopping),
    onFailure: (error) => deps.log.error(describeFailure(error), 'pupils can not be imported now'),
  })
