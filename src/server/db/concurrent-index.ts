import { sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/db.ts'
import { sqlState } from '#server/kernel/retry.ts'
import { isLostLock, type LockPatience, pause } from './lock-retries.ts'
import { LockedDatabaseError } from './migration-errors.ts'

const concurrentIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+"?(\w+)"?\s+on\s+"?(\w+)"?/i

/** Returns the index and the table of a `create index concurrently` statement. */
export function readConcurrentIndex(statement: string): { index: string; table: string } | undefined {
  const [, index, table] = concurrentIndex.exec(statement) ?? []
  return index === undefined || table === undefined ? undefined : { index, table }
}

/** duplicate_table: another server has started it at the same moment. */
const alreadyThere = '42P07'
const buildingPauseMs = 1000

/**
 * Builds an index, outside a transaction, until it is valid. An interrupted build leaves an invalid index behind, which is
 * dropped first; while another server builds on this table, this one waits.
 */
export async function buildIndex(db: Db, statement: string, patience: LockPatience): Promise<void> {
  const wanted = readConcurrentIndex(statement)
  if (!wanted) throw new Error(`no concurrent index: ${statement}`)
  const pauses = [...patience.pausesMs]
  for (;;) {
    const state = await stateOf(db, wanted)
    if (state === 'valid') return
    try {
      if (state === 'building') await pause(buildingPauseMs)
      else if (state === 'invalid') await db.execute(sql.raw(`drop index concurrently if exists "${wanted.index}"`))
      else await db.execute(sql.raw(statement))
    } catch (error) {
      if (sqlState(error) !== alreadyThere && !isLostLock(error)) throw error
      const pauseMs = pauses.shift()
      if (pauseMs === undefined) throw new LockedDatabaseError('no lock for an index', { cause: error })
      await pause(pauseMs)
    }
  }
}

type IndexState = 'missing' | 'building' | 'invalid' | 'valid'

async function stateOf(db: Db, { index, table }: { index: string; table: string }): Promise<IndexState | undefined> {
  const { rows } = await db.execute<{ state: IndexState }>(sql`
    select case
      when exists (select from pg_stat_progress_create_index
        where datname = current_database() and relid = to_regclass(${table})) then 'building'
      else coalesce((select case when indisvalid then 'valid' else 'invalid' end
        from pg_index where indexrelid = to_regclass(${index})), 'missing') end as state`)
  return rows[0]?.state
}
