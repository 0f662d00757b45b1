import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { createKeyPair } from '#server/node/copies/encryption.ts'
import { createLog } from '#server/node/log.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { childEnv } from '#tests/support/served/child-env.ts'
import { type Figure, percentile, toFigure, valueAtMost } from './figure.ts'
import { boxOver, makeSales, openIngestServer } from './ingest/ingest-server.ts'
import { releaseAtEnd, temporaryFolder } from './resources.ts'
import { openSoldSchool } from './sales/sold-school.ts'

const command = fileURLToPath(new URL('../../src/server/node/commands/backup.ts', import.meta.url))

const salesPerSecond = 20
const gigabyte = 2 ** 30

/** Makes a copy as `npm run backup` does, in a process of its own. Rejects unless it was verified. */
async function backUp(dataDir: string, to: string): Promise<void> {
  const { recipient } = await createKeyPair()
  const env = childEnv({ DATA_DIR: dataDir, BACKUP_RECIPIENTS: recipient })
  const child = spawn(process.execPath, [command, to], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the backup ended with ${String(code)}: ${said}`)
}

/** What selling at an even pace was like: how long each sale took until it was acknowledged, and how many were not. */
interface Sold {
  waits: number[]
  refused: number
}

/** Sends a sale once the one before it is answered, and notes how long that took. */
async function sellAfter(former: Promise<void> | undefined, push: () => Promise<void>, sold: Sold): Promise<void> {
  await former
  const sinceMs = performance.now()
  try {
    await push()
  } catch {
    sold.refused += 1
  }
  sold.waits.push(performance.now() - sinceMs)
}

/** OPS-21: a backup of the embedded database while tills sell 20 times a second. */
export async function benchBackup(isSmoke: boolean): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  const database = await openDatabase({ dataDir, log: createLog('error') })
  releaseAtEnd(() => database.close())
  await openSoldSchool(boxOver(database), 'sold', isSmoke ? 300 : 1_500_000)
  const server = await openIngestServer(database, 4)
  let turn = 0

  /** Sells until `ended`, whether or not the sales before have been answered. */
  const sellUntil = async (ended: Promise<unknown>): Promise<Sold> => {
    const sold: Sold = { waits: [], refused: 0 }
    const running = new Set<Promise<void>>()
    const stop = new AbortController()
    void ended.then(
      () => stop.abort(),
      () => stop.abort(),
    )
    // One line a till: the operations of a till arrive in their order.
    const lines = server.tills.map(() => Promise.resolve())
    while (!stop.signal.aborted) {
      const no = (turn += 1) % server.tills.length
      const till = server.tills[no]
      if (!till) throw new Error('there is no till')
      const push = await server.prepare(till, makeSales(till, 1))
      const one = sellAfter(lines[no], push, sold)
      lines[no] = one
      running.add(one)
      void one.finally(() => running.delete(one))
      await wait(1000 / salesPerSecond)
    }
    await Promise.all(running)
    return sold
  }

  const before = await sellUntil(wait(isSmoke ? 1000 : 20_000))
  const sinceMs = performance.now()
  const making = backUp(dataDir, temporaryFolder())
  const during = await sellUntil(making)
  await making
  const seconds = (performance.now() - sinceMs) / 1000
  const { rows } = await database.tenant(server.canteen.school.schoolId, (tx) =>
    tx.execute<{ bytes: number }>(sql`select pg_database_size(current_database())::float8 as bytes`),
  )
  const gigabytes = (rows[0]?.bytes ?? 0) / gigabyte
  const size = `${gigabytes.toFixed(2)} GB`
  console.error(`backup: ${size} in ${seconds.toFixed(1)} s, verified; ${during.waits.length} sales meanwhile`)
  const longest = ({ waits }: Sold) => percentile(waits, 1) / 1000
  return [
    toFigure({
      name: `longest wait of a sale while ${size} are backed up`,
      unit: 's',
      yardstickName: 'without a backup',
      values: [longest(during)],
      yardsticks: [longest(before)],
      goal: valueAtMost(2 * Math.max(1, gigabytes)),
    }),
    toFigure({
      name: 'sales refused during a backup',
      unit: 'sales',
      yardstickName: 'without a backup',
      values: [during.refused],
      yardsticks: [before.refused],
      goal: valueAtMost(0),
    }),
  ]
}
