import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Tx } from './db.ts'

/** A table of jobs: each runs, is stopped or done, and has rows of its own that say how far it is. */
type JobTable = PgTable & Record<'schoolId' | 'id' | 'state' | 'startedAt', AnyPgColumn>

/** A kind of job that goes on in the background, a few of its rows at a time. */
interface JobKind<Table extends JobTable, Done> {
  table: Table
  /** Works through the next few rows of a job in one transaction. @returns undefined when there is none left */
  next(tx: Tx, job: Table['$inferSelect']): Promise<Done | undefined>
  /** Rest between two transactions, so that calls of people that wait for the database come first. */
  pauseMs?: number
  /** Goes on with what is committed, while the next rows are worked through. It must not reject. */
  after?(done: Done): Promise<void>
}

const isJob = ({ schoolId, id }: JobTable, of: { schoolId: string; id: string }) =>
  and(eq(schoolId, of.schoolId), eq(id, of.id))

/** A job that fills tables faster than the database analyses them would make it choose the wrong index for foreign keys. */
const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count))

/**
 * Goes on with a job until it is done or stopped, from wherever it is: also after the server has ended in the middle. Several may
 * run the same job; each takes other rows, since a job is locked while some of its rows are worked through.
 */
export async function runJob<Table extends JobTable, Done>(
  db: Database,
  kind: JobKind<Table, Done>,
  of: { schoolId: string; id: string },
  isStopping: () => boolean,
): Promise<void> {
  let following: Promise<void> = Promise.resolve()
  let parts = 0
  while (!isStopping()) {
    const done = await db.tenant(of.schoolId, (tx) => runSome(tx, kind, of))
    await following
    if (done === undefined) return
    following = kind.after?.(done) ?? Promise.resolve()
    parts += 1
    if (isPowerOfTwo(parts)) await db.analyzeGrown()
    const { pauseMs } = kind
    if (pauseMs !== undefined) await new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
  }
  await following
}

async function runSome<Table extends JobTable, Done>(
  tx: Tx,
  { table, next }: JobKind<Table, Done>,
  of: { schoolId: string; id: string },
): Promise<Done | undefined> {
  const jobs: PgTable = table
  const found: Table['$inferSelect'][] = await tx.select().from(jobs).where(isJob(table, of)).for('update')
  const [job] = found
  if (job?.['state'] !== 'running') return undefined
  const done = await next(tx, job)
  if (done === undefined) await tx.update(jobs).set({ state: 'done' }).where(isJob(table, of))
  return done
}

/** Returns the ids of a school's jobs that nobody has stopped, the first begun first. @param isDue narrows them down */
export async function runningJobs(tx: Tx, table: JobTable, schoolId: string, isDue?: SQL): Promise<string[]> {
  const jobs: PgTable = table
  const rows = await tx
    .select({ id: sql<string>`${table.id}` })
    .from(jobs)
    .where(and(eq(table.schoolId, schoolId), eq(table.state, 'running'), isDue))
    .orderBy(asc(table.startedAt))
  return rows.map(({ id }) => id)
}
