import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#server/kernel/db.ts'
import { Limiter } from '#server/kernel/limiter.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { insertBare } from '#tests/bench/bare-insert.ts'
import { atLeast, type Figure, toFigure } from '#tests/bench/figure.ts'
import { releaseAtEnd, temporaryFolder } from '#tests/bench/resources.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { type BenchTill, type IngestServer, makeBareSales, makeSales, openIngestServer } from './ingest-server.ts'

/** How many tills send at once, and how many batches each of them, one after the other. */
interface Load {
  tills: number
  batches: number
}

interface Rates {
  ours: number[]
  bare: number[]
}

const full = {
  rounds: 5,
  perBatch: 100,
  loads: [1, 10, 50].map((tills) => ({ tills, batches: tills === 1 ? 10 : tills === 10 ? 3 : 1 })),
}
const tiny = { rounds: 1, perBatch: 2, loads: [1, 2].map((tills) => ({ tills, batches: 1 })) }
type Size = typeof full

/**
 * Sales a second over HTTP through the whole server (signature, contract, fence, hashes, chain, flags, ledger, verdicts)
 * against a bare multi-row insert of the same rows through the same door, on both engines with their commits flushed; and
 * how that grows when many tills come back at once. First comes a round that is not counted, and statistics of what it
 * wrote: a database a minute old plans its foreign-key checks as full scans, for both alike (reference: autovacuum does
 * that on PostgreSQL, `kernel/maintenance/maintenance.ts` on PGlite).
 */
export async function benchIngest(isSmoke: boolean): Promise<Figure[]> {
  const size = isSmoke ? tiny : full
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  // PGlite's own maintenance looks every half a minute; PostgreSQL's every minute, which is not waited for.
  const onPglite = await ingestOn('PGlite', { dataDir: temporaryFolder() }, size, () => pause(isSmoke ? 0 : 35_000))
  const url = cluster.urlOf('postgres')
  const onPostgres = { dataDir: '', databaseUrl: url }
  return [...onPglite, ...(await ingestOn('PostgreSQL', onPostgres, size, () => analyze(url)))]
}

export async function analyze(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

async function ingestOn(
  engine: string,
  where: Parameters<typeof openDatabase>[0],
  size: Size,
  takeStatistics: () => Promise<void>,
): Promise<Figure[]> {
  // Tills at once wait for each other; on a slow machine longer than a command of the server would.
  const database = await openDatabase({ ...where, pool: { max: 10, waitMs: 120_000 } })
  releaseAtEnd(() => database.close())
  const most = Math.max(...size.loads.map((load) => load.tills))
  const server = await openIngestServer(database, most)
  const rates = new Map<Load, Rates>(size.loads.map((load) => [load, { ours: [], bare: [] }]))
  const oneRound = async (note: boolean) => {
    for (const [load, { ours, bare }] of rates) {
      const tills = server.tills.slice(0, load.tills)
      const sends = await Promise.all(tills.map((till) => sendBy(server, till, load, size)))
      const ourRate = await rateOf(load, size.perBatch, sends)
      const bareInserts = tills.map((till) => insertBy(database, till, load, size))
      const bareRate = await rateOf(load, size.perBatch, bareInserts)
      if (!note) continue
      ours.push(ourRate)
      bare.push(bareRate)
    }
  }
  await oneRound(false)
  await takeStatistics()
  for (let round = 0; round < size.rounds; round += 1) await oneRound(true)
  return figuresOf(engine, rates)
}

/** What is prepared beforehand is not timed: a device makes its operations over a day. */
async function rateOf(load: Load, perBatch: number, works: (() => Promise<void>)[]): Promise<number> {
  const before = performance.now()
  await Promise.all(works.map((work) => work()))
  return (load.tills * load.batches * perBatch * 1000) / (performance.now() - before)
}

async function sendBy(server: IngestServer, till: BenchTill, { batches }: Load, { perBatch }: Size) {
  const requests: (() => Promise<void>)[] = []
  for (let i = 0; i < batches; i += 1) requests.push(await server.prepare(till, makeSales(till, perBatch)))
  return async () => {
    for (const send of requests) await send()
  }
}

/** As many at once as the server ingests batches at once: more would wait for a connection until they fail. */
const inserts = new Limiter(4)

function insertBy(database: Database, till: BenchTill, { batches }: Load, { perBatch }: Size) {
  const prepared = Array.from({ length: batches }, () => makeBareSales(till, perBatch))
  const { schoolId } = till.device.canteen.school
  return async () => {
    for (const { as, ops } of prepared)
      await inserts.run(() => database.tenant(schoolId, (tx) => insertBare(tx, schoolId, as, ops)))
  }
}

const called = (tills: number) => (tills === 1 ? '1 till' : `${tills} tills at once`)

function figuresOf(engine: string, rates: Map<Load, Rates>): Figure[] {
  const all = [...rates]
  const figures = all.map(([{ tills }, { ours, bare }]) =>
    toFigure({
      name: `ingest over HTTP on ${engine}, ${called(tills)}`,
      unit: 'sales/s',
      yardstickName: 'bare multi-row insert of the same rows',
      values: ours,
      yardsticks: bare,
      goal: atLeast(0.5),
    }),
  )
  const [first] = all
  const last = all.at(-1)
  if (!first || !last) return figures
  const growth = toFigure({
    name: `ingest over HTTP on ${engine}, ${called(last[0].tills)}`,
    unit: 'sales/s',
    yardstickName: `the same from ${called(first[0].tills)}`,
    values: last[1].ours,
    yardsticks: first[1].ours,
    goal: atLeast(0.8),
  })
  return [...figures, growth]
}
