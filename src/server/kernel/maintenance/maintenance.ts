import { sql } from 'drizzle-orm'
import type { Executor } from '../executor.ts'

export interface Maintenance {
  /** Stops the timer, waits for a running round and does a last one. */
  stop(): Promise<void>
}

/** Periodic maintenance of a database. */
export interface Upkeep {
  round(): Promise<void>
  /** Runs before the database is closed. */
  last?(): Promise<void>
}

const roundMs = 30_000
const checkpointAfterBytes = 64 * 2 ** 20
const checkpointAfterRounds = 10
const vacuumAfterRounds = (24 * 3_600_000) / roundMs

/** Starts rounds that run until `stop`; a failed one is reported and the next one retries. */
export function startMaintenance(works: readonly Upkeep[], onError: (error: Error) => void): Maintenance {
  const tell = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)))
  const oneByOne = async (rounds: readonly (() => Promise<void>)[]) => {
    for (const round of rounds) await round().catch(tell)
  }
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = oneByOne(works.map((work) => () => work.round())).finally(() => {
      busy = false
    })
  }, roundMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      await oneByOne(works.flatMap((work) => (work.last ? [() => work.last?.() ?? Promise.resolve()] : [])))
    },
  }
}

/**
 * Does what PostgreSQL's background processes do and the single-process embedded engine does not: checkpoints (else the log grows
 * without limit and recovery takes minutes), statistics and vacuum. One round at a time.
 */
export class Keeper implements Upkeep {
  readonly #db: Executor
  #roundsSinceCheckpoint = 0
  #roundsSinceVacuum = 0

  constructor(db: Executor) {
    this.#db = db
  }

  async round() {
    await this.#checkpointIfDue()
    await analyzeChanged(this.#db, 0.1)
    this.#roundsSinceVacuum += 1
    if (this.#roundsSinceVacuum >= vacuumAfterRounds) {
      this.#roundsSinceVacuum = 0
      await this.vacuum()
    }
  }

  async #checkpointIfDue() {
    this.#roundsSinceCheckpoint += 1
    const { rows } = await this.#db.execute<{ bytes: number }>(sql`
      select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`)
    const bytes = rows[0]?.bytes ?? 0
    const waitedLong = this.#roundsSinceCheckpoint >= checkpointAfterRounds && bytes > checkpointAfterBytes / 64
    if (bytes < checkpointAfterBytes && !waitedLong) return
    await this.#db.execute(sql`checkpoint`)
    this.#roundsSinceCheckpoint = 0
  }

  /** Returns the space of deleted and overwritten rows to their tables. */
  async vacuum() {
    const { rows } = await this.#db.execute<{ name: string }>(sql`
      select s.relid::regclass::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.n_dead_tup > 50 + s.n_live_tup / 5 or age(c.relfrozenxid) > 100000000`)
    for (const { name } of rows) await this.#db.execute(sql`vacuum ${sql.raw(name)}`)
  }
}

/**
 * Analyses tables of which many rows changed since they last were: 500 and `share` of the rows they had then (0.1 is autovacuum's own rule). Never an empty
 * table: plans made from "no rows" stay in the session and turn foreign-key checks into full scans.
 */
export async function analyzeChanged(db: Executor, share: number): Promise<void> {
  // Counts of changed rows reach the statistics within a second of a commit, by a timer the embedded engine does not have.
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await db.execute<{ name: string }>(sql`
    select s.relid::regclass::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.n_live_tup > 0 and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) * ${share}::float8`)
  for (const { name } of rows) await db.execute(sql`analyze ${sql.raw(name)}`)
}
