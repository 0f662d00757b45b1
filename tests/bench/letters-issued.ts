import { addJob, findJob, lettersOfJob } from '#server/features/letter-job/letter-job.service.ts'
import { lettersById } from '#server/features/letter/letter-list.service.ts'
import { runJob } from '#server/features/letter-job/run-letter-job.service.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { makeSchool } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'
import { makeApplication } from '../support/students-applied.ts'
import { makeStudents, signInAs } from '../support/students-made.ts'
import { boxOver } from './ingest-server.ts'
import { type Figure, toFigure, valueAtMost } from './figure.ts'
import { releaseAtEnd } from './resources.ts'

/** Seconds that some work took. */
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const beginsMs = performance.now()
  await work()
  return (performance.now() - beginsMs) / 1000
}

/**
 * Notices for everybody on a waiting list, from the database and back into it: resolved, issued, set, their hashes kept; beside
 * setting the same letters without a database.
 */
export async function benchIssued(isSmoke: boolean): Promise<Figure> {
  const many = isSmoke ? 5 : 500
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const database = await openDatabase({ dataDir: '', databaseUrl: cluster.urlOf('postgres') })
  releaseAtEnd(() => database.close())
  const box = boxOver(database)
  const typesetter = new ForkedTypesetter(box.deps.log)
  releaseAtEnd(() => typesetter.close())
  box.deps.typesetter = typesetter
  const school = await makeSchool(box, 'alnoor')
  const { schoolId } = school
  const { userId: startedBy } = await signInAs(box, school, 'registrar', ['registrar'])
  const submissionId = await makeApplication(box, school)
  const students = await makeStudents(box, school, many, () => ({ status: 'waiting', submissionId }))
  const id = crypto.randomUUID()
  const job = { schoolId, id, kind: 'waiting-list', origin: 'https://alnoor.example.school', startedBy } as const
  const startedAt = toInstant(box.clock.nowMs())
  await box.db.database.tenant(schoolId, (tx) => addJob(tx, { ...job, startedAt }, students))
  const whole = await seconds(() => runJob(box.deps, schoolId, id))
  const letters = await box.db.database.tenant(schoolId, async (tx) => {
    const rows = await lettersOfJob(tx, await findJob(tx, schoolId, id))
    return lettersById(
      tx,
      schoolId,
      rows.flatMap(({ letterId }) => letterId ?? []),
    )
  })
  if (letters.length !== many) throw new Error(`${letters.length} of ${many} letters were issued`)
  const alone = await seconds(() => Promise.all(letters.map(({ blocks }) => typesetter.typeset(blocks, 'bench'))))
  return toFigure({
    name: `${many} letters issued from the database`,
    unit: 's',
    yardstickName: 'setting them alone',
    values: [whole],
    yardsticks: [alone],
    goal: valueAtMost(30),
  })
}
