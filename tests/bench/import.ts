import { eq } from 'drizzle-orm'
import { runImport } from '#server/features/admissions/import/run-import.service.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import type { Database } from '#server/kernel/db.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { bring, csvFile, jobOf, judged, pupilColumns, pupils } from '#tests/support/records/import-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { makeSchool } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Box } from '../support/server.ts'
import { type Figure, toFigure, valueAtMost } from './figure.ts'
import { boxOver } from './ingest/ingest-server.ts'
import { releaseAtEnd, temporaryFolder } from './resources.ts'

/** Seconds that some work took. */
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const beginsMs = performance.now()
  await work()
  return (performance.now() - beginsMs) / 1000
}

/**
 * A school of 1,700 pupils from one CSV, both parents of each in it, four in ten of them brothers and sisters: looked through and
 * brought in, on both databases; beside bare inserts of the same rows.
 */
export async function benchImport(isSmoke: boolean): Promise<Figure[]> {
  const many = isSmoke ? 20 : 1700
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const figures: Figure[] = []
  for (const [name, where] of [
    ['PostgreSQL', { dataDir: '', databaseUrl: cluster.urlOf('postgres') }],
    ['embedded', { dataDir: temporaryFolder(), databaseUrl: undefined }],
  ] as const) {
    const database = await openDatabase(where)
    releaseAtEnd(() => database.close())
    figures.push(await importOver(name, boxOver(database), many))
  }
  return figures
}

async function importOver(name: string, box: Box, many: number): Promise<Figure> {
  const school = await makeSchool(box, 'alnoor')
  const registrar = await signInAs(box, school, 'registrar', ['registrar'])
  const file = await csvFile(pupilColumns, pupils(many))
  const whole = await seconds(async () => {
    const { id } = await judged(box, registrar, file)
    await bring(box, registrar, id)
    await runImport(box.deps, school.schoolId, id)
    const done = await jobOf(box, registrar, id)
    if (done?.brought !== many) throw new Error(`${done?.brought} of ${many} pupils were brought in`)
  })
  const other = await makeSchool(box, 'manara')
  return toFigure({
    name: `${many} pupils with parents from a CSV, ${name}`,
    unit: 's',
    yardstickName: 'bare inserts of the same rows',
    values: [whole],
    yardsticks: [await insertAgain(box.db.database, school.schoolId, other.schoolId)],
    goal: valueAtMost(120),
  })
}

/** The rows that came of it once more for another school, a hundred in a statement. @returns seconds */
async function insertAgain(database: Database, from: string, schoolId: string): Promise<number> {
  const rows = await database.tenant(from, async (tx) => ({
    ofStudents: await tx.select().from(students).where(eq(students.schoolId, from)),
    ofChanges: await tx.select().from(studentChanges).where(eq(studentChanges.schoolId, from)),
    ofGuardians: await tx.select().from(studentGuardians).where(eq(studentGuardians.schoolId, from)),
  }))
  const parts = <R extends object>(all: readonly R[]) =>
    Array.from({ length: Math.ceil(all.length / 100) }, (_, no) =>
      all.slice(no * 100, no * 100 + 100).map((row) => ({ ...row, schoolId })),
    )
  return seconds(() =>
    database.tenant(schoolId, async (tx) => {
      for (const part of parts(rows.ofStudents)) await tx.insert(students).values(part)
      for (const part of parts(rows.ofChanges)) await tx.insert(studentChanges).values(part)
      for (const part of parts(rows.ofGuardians)) await tx.insert(studentGuardians).values(part)
    }),
  )
}
