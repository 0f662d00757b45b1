import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Hono } from 'hono'
import { saleLines, sales, tenders } from '#server/features/pos/pos.table.ts'
import type { Database } from '#server/kernel/db.ts'
import { machineClock, machineRandom } from '#server/node/machine.ts'
import { openDatabase } from '#server/node/open-database.ts'
import type { Sale } from '#shared/contract/sale.ts'
import type { Operation } from '#shared/contract/sync.ts'
import { hand, openCanteen, type PairedDevice, pairDevice } from '../support/canteen.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Box } from '../support/server.ts'
import { TillOps } from '../support/till-ops.ts'
import { type Figure, toFigure } from './figure.ts'

const rounds = 5
const batches = 10
const perBatch = 100

/**
 * Sales a second through the whole of sync (fence, hashes, chain, flags, ledger, verdicts) against a bare multi-row insert
 * of the same sales, lines and tenders through the same door, on both engines with their commits flushed.
 */
export async function benchIngest(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-bench-'))
  const cluster = await startPostgres({ durable: true })
  try {
    return [
      await ingestOn('PGlite', await openDatabase({ dataDir: folder })),
      await ingestOn('PostgreSQL', await openDatabase({ dataDir: folder, databaseUrl: cluster.urlOf('postgres') })),
    ]
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ingestOn(engine: string, database: Database): Promise<Figure> {
  const box = boxOver(database)
  const canteen = await openCanteen(box, 'bench', { people: 200 })
  const device = await pairDevice(canteen)
  const till = new TillOps(device)
  await hand(device, till.batch([till.openShift()]))
  const values: number[] = []
  const yardsticks: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    values.push(await rateOf(async () => sellBatches(device, till)))
    yardsticks.push(await rateOf(async () => insertBatches(device, till)))
  }
  await database.close()
  return toFigure({
    name: `ingest of sales on ${engine}`,
    unit: 'sales/s',
    yardstickName: 'bare multi-row insert of the same rows',
    values,
    yardsticks,
    goal: { kind: 'at-least', ratio: 0.5 },
  })
}

/** What is prepared beforehand is not timed: a device makes its operations over a day. */
async function rateOf(prepare: () => Promise<() => Promise<void>>): Promise<number> {
  const work = await prepare()
  const before = performance.now()
  await work()
  return (batches * perBatch * 1000) / (performance.now() - before)
}

function makeSales({ canteen }: PairedDevice, till: TillOps): Operation[] {
  return Array.from({ length: perBatch }, (_, n) => {
    const customerId = canteen.customers[n % canteen.customers.length]
    const pay = n % 2 === 0 && customerId ? ({ kind: 'account', customerId } as const) : ({ kind: 'cash' } as const)
    return till.sale({
      lines: [
        [0, 1000],
        [1, 2000],
        [2, 1000],
      ],
      pay: [pay],
    })
  })
}

function sellBatches(device: PairedDevice, till: TillOps): () => Promise<void> {
  const prepared = Array.from({ length: batches }, () => till.batch(makeSales(device, till)))
  return async () => {
    for (const batch of prepared) {
      const reply = await hand(device, batch)
      if (reply.results.some((r) => r.outcome !== 'applied')) throw new Error('a sale of the bench was not applied')
    }
  }
}

function insertBatches(device: PairedDevice, till: TillOps): () => Promise<void> {
  const { canteen } = device
  const other = new TillOps(device)
  other.shift = till.shift
  const prepared = Array.from({ length: batches }, () => makeSales(device, other).map((op) => op.body as Sale))
  const { schoolId } = canteen.school
  return async () => {
    for (const batch of prepared) {
      await canteen.box.db.database.tenant(schoolId, async (tx) => {
        const common = {
          schoolId,
          tillId: device.ctx.device.tillId,
          epoch: 9,
          receivedAt: '2030-01-01T00:00:00.000Z',
          flags: [],
        }
        const heads = batch.map((s) => ({
          ...common,
          ...s,
          ...s.totals,
          discountTotal: s.totals.discount,
          discount: s.discount,
        }))
        await tx.execute(bareInsert(sales, heads))
        await tx.execute(
          bareInsert(
            saleLines,
            batch.flatMap((s) => s.lines.map((l) => ({ schoolId, saleId: s.id, ...l }))),
          ),
        )
        await tx.execute(
          bareInsert(
            tenders,
            batch.flatMap((s) => s.tenders.map((t) => ({ schoolId, saleId: s.id, ...t }))),
          ),
        )
      })
    }
  }
}

/** One statement, one parameter. */
function bareInsert(table: PgTable, rows: readonly object[]) {
  const columns = Object.entries(getTableColumns(table))
  const named = rows.map((row) =>
    Object.fromEntries(columns.map(([key, c]) => [c.name, Reflect.get(row, key) ?? null])),
  )
  const names = sql.join(
    columns.map(([, c]) => sql.identifier(c.name)),
    sql`, `,
  )
  const name = sql.identifier(getTableName(table))
  return sql`insert into ${name} (${names})
    select ${names} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(named)}::jsonb)`
}

/** The part of a test's box that a canteen needs. */
function boxOver(database: Database): Box {
  const quiet = () => undefined
  const passwords = { hash: async () => '', verify: async () => false }
  const clock = { ...machineClock, advance: quiet }
  const deps = {
    db: database,
    clock,
    random: machineRandom,
    passwords,
    log: { info: quiet, warn: quiet, error: quiet },
    settings: { mode: 'test' as const, publicUrl: undefined, trustProxy: false },
  }
  const close = () => database.close()
  const noOwner = undefined as never
  return { app: new Hono(), deps, db: { database, owner: noOwner, close }, clock, log: [], verified: () => 0, close }
}
