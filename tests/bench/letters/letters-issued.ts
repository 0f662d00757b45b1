import { fileOfLetters } from '#server/features/admissions/bulk-letters/job-file.ts'
import { addJob, findJob, lettersOfJob } from '#server/features/admissions/bulk-letters/letter-job.service.ts'
import { runLetterJob } from '#server/features/admissions/bulk-letters/run-letter-job.service.ts'
import type { IssuedRow } from '#server/features/letters/issue/issue-letter.service.ts'
import { lettersById } from '#server/features/letters/issue/letter-list.service.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type Figure, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { boxOver } from '#tests/bench/ingest/ingest-server.ts'
import { releaseAtEnd } from '#tests/bench/resources.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { makeApplication } from '#tests/support/records/students-applied.ts'
import { makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import type { Box } from '#tests/support/server.ts'

/** Seconds that some work took. */
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const beginsMs = performance.now()
  await work()
  return (performance.now() - beginsMs) / 1000
}

/**
 * Notices for everybody on a waiting list, from the database and back into it: resolved, issued, set, their hashes kept; then all
 * of them read again, set, held against their hashes and joined as one file to print. Both beside setting the same letters without a
 * database.
 */
export async function benchIssued(isSmoke: boolean): Promise<Figure[]> {
  const many = isSmoke ? 5 : 500
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const database = await openDatabase({ dataDir: '', databaseUrl: cluster.urlOf('postgres') })
  releaseAtEnd(() => database.close())
  const box = boxOver(database)
  const typesetter = new ForkedTypesetter(box.deps.log)
  releaseAtEnd(() => typesetter.close())
  box.deps.typesetter = typesetter
  const { schoolId, id } = await startJob(box, many)
  const issued = await seconds(() => runLetterJob(box.deps, schoolId, id))
  const ctx = { deps: box.deps, school: { schoolId, language: 'en' as const } }
  const joined = await seconds(async () => {
    const letters = await lettersIssued(box, schoolId, id)
    const making = { done: 0, total: letters.length }
    const { bytes } = await fileOfLetters(ctx, letters, { as: 'print', leavesOut: false, making })
    if (making.done !== many || bytes.length === 0) throw new Error(`${making.done} of ${many} letters were joined`)
  })
  const letters = await lettersIssued(box, schoolId, id)
  const alone = await seconds(() => Promise.all(letters.map(({ blocks }) => typesetter.typeset(blocks, 'bench'))))
  const figure = (name: string, value: number) =>
    toFigure({
      name,
      unit: 's',
      yardstickName: 'setting them alone',
      values: [value],
      yardsticks: [alone],
      goal: valueAtMost(30),
    })
  return [
    figure(`${many} letters issued from the database`, issued),
    figure(`${many} issued letters as one file`, joined),
  ]
}

/** A job of notices that nobody has begun to run. */
async function startJob(box: Box, many: number): Promise<{ schoolId: string; id: string }> {
  const school = await makeSchool(box, 'alnoor')
  const { schoolId } = school
  const { userId: startedBy } = await signInAs(box, school, 'registrar', ['registrar'])
  const submissionId = await makeApplication(box, school)
  const students = await makeStudents(box, school, many, () => ({ status: 'waiting', submissionId }))
  const id = crypto.randomUUID()
  const job = { schoolId, id, kind: 'waiting-list', origin: 'https://alnoor.example.school', startedBy } as const
  const startedAt = toInstant(box.clock.nowMs())
  await box.db.database.tenant(schoolId, (tx) => addJob(tx, { ...job, startedAt }, students))
  return { schoolId, id }
}

/** @throws where the job has not issued all of its letters */
function lettersIssued(box: Box, schoolId: string, id: string): Promise<IssuedRow[]> {
  return box.db.database.tenant(schoolId, async (tx) => {
    const job = await findJob(tx, schoolId, id)
    const ids = (await lettersOfJob(tx, job)).flatMap(({ letterId }) => letterId ?? [])
    if (ids.length !== job.total) throw new Error(`${ids.length} of ${job.total} letters were issued`)
    return lettersById(tx, schoolId, ids)
  })
}
