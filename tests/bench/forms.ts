import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { fileChunks, submissionFiles } from '#server/features/forms/form.table.ts'
import type { Database } from '#server/kernel/db.ts'
import { listen } from '#server/node/listen.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { composeApp } from '#server/node/run-server.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { publish, testAnswers } from '#tests/support/forms/test-form.ts'
import { TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { makeDevice, makeSchool, makeTill, type TestSchool } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Box } from '../support/server.ts'
import { type Figure, percentile, toFigure, valueAtMost } from './figure.ts'
import { boxOver } from './ingest/ingest-server.ts'
import { releaseAtEnd, temporaryFolder } from './resources.ts'

/** Opening day: so many submissions a second, for so long, each with a photographed page. */
const full = { perSecond: 20, seconds: 60, fileBytes: 180_000 }
const tiny = { perSecond: 2, seconds: 1, fileBytes: 1000 }
type Size = typeof full

/**
 * Submissions with a file at a steady rate, over HTTP through the whole server on both engines, commits flushed: how long
 * the slowest of twenty takes until form and file are there, and how many went wrong. Beside it, in the same run and at the
 * same times, the file's bytes written to the same database and nothing else.
 */
export async function benchForms(isSmoke: boolean): Promise<Figure[]> {
  const size = isSmoke ? tiny : full
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const onPglite = await formsOn('PGlite', await openDatabase({ dataDir: temporaryFolder() }), size)
  const url = cluster.urlOf('postgres')
  const onPostgres = await formsOn('PostgreSQL', await openDatabase({ dataDir: '', databaseUrl: url }), size)
  return [...onPglite, ...onPostgres]
}

async function formsOn(engine: string, database: Database, size: Size): Promise<Figure[]> {
  releaseAtEnd(() => database.close())
  const box = boxOver(database)
  const noFiles = { current: temporaryFolder(), previous: temporaryFolder() }
  const served = composeApp(box.app, noFiles)
  const listening = await listen(served, 0)
  releaseAtEnd(() => listening.stop(1000))
  const origin = `http://127.0.0.1:${listening.port}`
  // The kit speaks to an app; this one is on the other side of a real connection.
  const overHttp = {
    ...box,
    app: { request: (url: string, init: RequestInit) => fetch(url.replace(/^http:\/\/[^/]+/, origin), init) },
  } as unknown as Box
  const school = await makeSchool(box, 'bench')
  await publish(box, school)
  const desks: TestVisitor[] = []
  for (let i = 0; i < size.perSecond; i += 1) desks.push(await openDesk(overHttp, box, school))
  const taken: number[] = []
  const bare: number[] = []
  let wrong = 0
  const works: Promise<void>[] = []
  for (let second = 0; second < size.seconds; second += 1) {
    const beginsMs = performance.now()
    for (const [i, desk] of desks.entries()) {
      works.push(
        handInOne(desk, size.fileBytes).then(
          (ms) => void taken.push(ms),
          () => void (wrong += 1),
        ),
      )
      if (i === 0) works.push(writeBytes(database, school, desk, size.fileBytes).then((ms) => void bare.push(ms)))
      await pause(Math.max(0, beginsMs + ((i + 1) * 1000) / desks.length - performance.now()))
    }
  }
  await Promise.all(works)
  const [p95, bareP95] = [percentile(taken, 0.95), percentile(bare, 0.95)]
  const what = `${size.perSecond}/s with a file of ${Math.round(size.fileBytes / 1000)} KB, ${engine}`
  return [
    toFigure({
      name: `a submission, p95, ${what}`,
      unit: 'ms',
      yardstickName: 'its bytes into the database',
      values: [p95],
      yardsticks: [bareP95],
      goal: valueAtMost(500),
    }),
    toFigure({
      name: `submissions that went wrong, ${what}`,
      unit: 'of them',
      yardstickName: 'nothing',
      values: [wrong],
      yardsticks: [0],
      goal: valueAtMost(0),
    }),
  ]
}

async function openDesk(overHttp: Box, box: Box, school: TestSchool): Promise<TestVisitor> {
  const desk = await makeDevice(box, school, await makeTill(box, school))
  return new TestVisitor(overHttp, school, desk, `kiosk/${desk.deviceId}`)
}

/** One family's form and file, from the first byte sent to the last answer. */
async function handInOne(desk: TestVisitor, fileBytes: number): Promise<number> {
  const file = desk.file('jpeg', fileBytes)
  const op = desk.op('enquiry.submit', { form: 'enquiry', answers: { ...testAnswers, papers: [file.answer] } })
  const sinceMs = performance.now()
  const pushed = pushOps.reply.parse((await desk.push([op])).body)
  if (pushed.results[0]?.outcome !== 'applied') throw new Error('a submission of the bench was not taken')
  const [state] = await desk.states(op.opId)
  let last: unknown
  for (const no of state?.files[0]?.missing ?? []) last = (await desk.chunk(op.opId, file, no)).body.file
  if ((last as { state?: string } | undefined)?.state !== 'complete')
    throw new Error('a file of the bench is not whole')
  return performance.now() - sinceMs
}

/** The same bytes into the same table, in one transaction. */
async function writeBytes(database: Database, { schoolId }: TestSchool, desk: TestVisitor, fileBytes: number) {
  const sinceMs = performance.now()
  await database.tenant(schoolId, async (tx) => {
    const [file] = await tx
      .select({ id: submissionFiles.id })
      .from(submissionFiles)
      .where(eq(submissionFiles.schoolId, schoolId))
      .limit(1)
    if (!file) return
    const data = desk.file('jpeg', fileBytes).content
    await tx
      .insert(fileChunks)
      .values({ schoolId, fileId: file.id, no: 1000 + Math.floor(sinceMs), data })
      .onConflictDoNothing()
  })
  return performance.now() - sinceMs
}
