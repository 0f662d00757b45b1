import pg from 'pg'
import { readStatement } from '#server/features/pos/accounts/statement.service.ts'
import { type SplitScope, splitScope, unsplit } from '#server/features/pos/reports/days/split-scope.service.ts'
import { sumSomeDays } from '#server/features/pos/reports/days/sum-days.service.ts'
import { divideSales } from '#server/features/pos/reports/divide-sales.service.ts'
import { type SalesScope, scopeOf } from '#server/features/pos/reports/sales-scope.ts'
import { listShiftSales } from '#server/features/pos/reports/shift-sales.service.ts'
import { salesOfTills } from '#server/features/pos/reports/till-sales.service.ts'
import { countOtherCurrency, statesOf } from '#server/features/pos/reports/till-state.service.ts'
import type { School } from '#server/http/context.ts'
import type { Database, Tx } from '#server/kernel/db.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { dayAfter } from '#shared/kernel/time.ts'
import type { SalesDivision } from '#shared/pos/reports/sales-figures.contract.ts'
import type { SalesPeriod } from '#shared/pos/reports/sales-report.contract.ts'
import { atLeast, type Figure, type Goal, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { analyze } from '#tests/bench/ingest/ingest.ts'
import { type IngestServer, makeSales, openIngestServer } from '#tests/bench/ingest/ingest-server.ts'
import { releaseAtEnd } from '#tests/bench/resources.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { fillYear, firstDay } from './year-rows.ts'

/**
 * The goal is ten million sales in one database: those of ten schools (BAWABA_NEIGHBOURS=9, some 45 GB), or all of one (BAWABA_SALES=10000000).
 */
const full = {
  sales: Number(process.env['BAWABA_SALES'] ?? 1_000_000),
  neighbours: Number(process.env['BAWABA_NEIGHBOURS'] ?? 0),
  small: 100_000,
  pupils: 2000,
  rounds: 5,
}
const tiny = { sales: 400, neighbours: 1, small: 200, pupils: 20, rounds: 1 }
type Size = typeof full

interface Year {
  database: Database
  server: IngestServer
  url: string
}

/**
 * A school with a year of sales in the true tables of PostgreSQL: its reports, the statement of an account, and how fast it takes in
 * sales beside a school that has sold a hundred thousand, in turns.
 */
export async function benchYear(isSmoke: boolean): Promise<Figure[]> {
  const size = isSmoke ? tiny : full
  const cluster = await startPostgres()
  releaseAtEnd(() => cluster.stop())
  const small = await openYear(cluster.urlOf, 'small', { ...size, sales: size.small, neighbours: 0 })
  const big = await openYear(cluster.urlOf, 'big', size)
  const inAll = size.sales * (size.neighbours + 1)
  console.error(`year: ${inAll} sales in all, ${await bytesPerSale(big.url, inAll)} bytes a sale`)
  return [...(await reportFigures(big, size)), await ingestFigure(small, big, size)]
}

async function openYear(urlOf: (name: string) => string, name: string, size: Size): Promise<Year> {
  await query(urlOf('postgres'), `create database ${name}`)
  const url = urlOf(name)
  const database = await openDatabase({ dataDir: '', databaseUrl: url })
  releaseAtEnd(() => database.close())
  const server = await openIngestServer(database, 1, size.pupils)
  await fillYear({ url, server, ...size })
  return { database, server, url }
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows.flatMap((row) => Object.values(row))
}

async function bytesPerSale(url: string, sales: number): Promise<number> {
  const [bytes] = await query(url, 'select pg_database_size(current_database())')
  return Math.round(Number(bytes) / sales)
}

async function reportFigures({ database, server, url }: Year, { sales, rounds }: Size): Promise<Figure[]> {
  const { school, customers } = server.canteen
  const inSchool = <T>(read: (tx: Tx) => Promise<T>) => database.tenant(school.schoolId, read)
  const [customerId] = customers
  if (!customerId) throw new Error('no pupil')
  const reads = reportsOf(school)
  // From the documents first, as a school without sums has them.
  const slow = new Map<string, number[]>()
  for (const [name, scope, read] of reads)
    slow.set(name, await timesOf(1, () => inSchool((tx) => read(tx, unsplit(scope)))))
  const before = performance.now()
  while ((await sumSomeDays(server.canteen.box.deps, school.schoolId, () => false)) === 'more') {
    // One turn after the other.
  }
  console.error(`year: all days summed in ${((performance.now() - before) / 1000).toFixed(1)} s`)
  await analyze(url)
  const figures: Figure[] = []
  for (const [name, scope, read] of reads) {
    const values = await timesOf(rounds, () => inSchool(async (tx) => read(tx, await splitScope(tx, scope))))
    const yardsticks = slow.get(name) ?? []
    figures.push(figureOf(`${name}, ${sales} sales`, { values, yardsticks, goal: valueAtMost(1000) }))
  }
  const read = (tx: Tx) => readStatement(tx, school.schoolId, customerId, { nowMs: Date.now(), seesStudents: false })
  const values = await timesOf(rounds, () => inSchool(read))
  const yardsticks = slow.get('tills in a day') ?? []
  figures.push(figureOf(`the statement of an account, ${sales} sales`, { values, yardsticks, goal: valueAtMost(150) }))
  return figures
}

type Read = (tx: Tx, split: SplitScope) => Promise<unknown>

/** The reports of a day, a month and the year: those of tills with all that their page asks for. */
function reportsOf(school: School): [name: string, scope: SalesScope, read: Read][] {
  const of = (from: number, days: number) => {
    const first = dayAfter(firstDay, from)
    return scopeOf(school, { firstDay: first, lastDay: dayAfter(first, days - 1) }, 0)
  }
  const tills =
    (period: SalesPeriod): Read =>
    async (tx, split) => {
      await salesOfTills(tx, split, period)
      await statesOf(tx, split, Date.now())
      await countOtherCurrency(tx, split)
    }
  const divided =
    (by: SalesDivision): Read =>
    (tx, split) =>
      divideSales(tx, split, { by, seesSpeed: true })
  const [day, month, year] = [of(200, 1), of(184, 31), of(0, 365)]
  return [
    ['tills in a day', day, tills('whole')],
    ['items in a day', day, divided('item')],
    ['tills in a month', month, tills('day')],
    ['items in a month', month, divided('item')],
    ['tills in a year', year, tills('month')],
    ['items in a year', year, divided('item')],
    ['hours in a year', year, divided('hour')],
    ['cashiers in a year', year, divided('cashier')],
    ['classes in a year', year, divided('class')],
    ['shifts of the latest days in a year', year, (tx, split) => listShiftSales(tx, split, 501)],
  ]
}

const figureOf = (name: string, { values, yardsticks, goal }: { values: number[]; yardsticks: number[]; goal: Goal }) =>
  toFigure({ name, unit: 'ms', yardstickName: 'from the documents', values, yardsticks, goal })

async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = performance.now()
    await work()
    if (round > 0) all.push(performance.now() - before)
  }
  return all
}

/** Batches in turns, so that other work on the machine slows both alike. */
async function ingestFigure(small: Year, big: Year, { rounds, small: few, sales }: Size): Promise<Figure> {
  const rates: Record<'small' | 'big', number[]> = { small: [], big: [] }
  for (let round = 0; round <= rounds * 4; round += 1) {
    for (const [name, year] of Object.entries({ small, big })) {
      const rate = await ingestRate(year.server)
      // The first batches fill what the connections keep of the catalogue.
      if (round > 0) rates[name as 'small' | 'big'].push(rate)
    }
  }
  return toFigure({
    name: `ingest over HTTP after ${sales} sales`,
    unit: 'sales/s',
    yardstickName: `the same after ${few}`,
    values: rates.big,
    yardsticks: rates.small,
    goal: atLeast(0.9),
  })
}

async function ingestRate({ tills, prepare }: IngestServer): Promise<number> {
  const [till] = tills
  if (!till) throw new Error('no till')
  const ops = makeSales(till, 100)
  const send = await prepare(till, ops)
  const before = performance.now()
  await send()
  return (ops.length * 1000) / (performance.now() - before)
}
