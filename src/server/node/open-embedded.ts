import { join, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from '#server/kernel/db.ts'
import { createOnce, explainFullDisk, preparePrivateFolder } from './durable-folder.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { type PgliteThread, startPgliteThread } from './pglite-thread.ts'
import { StartupError } from './startup-error.ts'

/** Opened engine, before migrations: `db` is the owner's handle. */
export interface OpenedEngine {
  kind: 'pglite' | 'postgres'
  /** Location for messages: a folder, or host and database name without the password. */
  where: string
  pool: pg.Pool
  db: Db
  close(): Promise<void>
}

// int8 as a number: counts, versions and amounts in minor units all stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Creates Drizzle's handle over a pool. */
export const openPool = (pool: pg.Pool): Db => drizzle(pool)

/** Longest wait for the single connection: one refused request is better than a silent queue. */
const waitMs = 15_000

/**
 * Opens, and on the first start creates, the embedded database in `dataDir`/database, and checks the five conditions under which
 * it may be trusted with money (src/decisions, "embedded database").
 */
export async function openEmbedded(dataDir: string, onDeath: (error: Error) => void): Promise<OpenedEngine> {
  const folder = resolve(dataDir, 'database')
  preparePrivateFolder(folder)
  const lock = lockFolder(folder)
  try {
    const data = join(folder, 'pgdata')
    await createOnce(data, async (unfinished) => {
      await (await startPgliteThread({ folder: unfinished, durable: false })).close()
    })
    const thread = await startPgliteThread({ folder: data, durable: true }, (error) =>
      onDeath(explainFullDisk(error, folder)),
    )
    return await overThread(thread, lock, folder)
  } catch (error) {
    lock.release()
    throw explainFullDisk(error, folder)
  }
}

async function overThread(thread: PgliteThread, lock: FolderLock, folder: string): Promise<OpenedEngine> {
  // The default idle time-out would close the only connection.
  const pool = new pg.Pool({
    stream: () => thread.stream(),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitMs,
    user: 'postgres',
    database: 'postgres',
  })
  pool.on('error', () => {})
  const close = async () => {
    await pool.end()
    await thread.close()
    lock.release()
  }
  try {
    await proveDurable(pool, thread)
  } catch (error) {
    await close()
    throw error
  }
  return { kind: 'pglite', where: folder, pool, db: openPool(pool), close }
}

/** Counts the flushes around a commit: one that never reaches the disk looks exactly like one that does. */
async function proveDurable(pool: pg.Pool, thread: PgliteThread) {
  const { rows } = await pool.query<Record<string, string>>(`select current_setting('fsync') as fsync,
    current_setting('wal_sync_method') as wal_sync_method, current_setting('synchronous_commit') as synchronous_commit,
    current_setting('full_page_writes') as full_page_writes`)
  const wanted = { fsync: 'on', wal_sync_method: 'fsync', synchronous_commit: 'on', full_page_writes: 'on' }
  for (const [name, value] of Object.entries(wanted)) {
    if (rows[0]?.[name] !== value) throw new StartupError('database-unsafe', `The embedded database has ${name} off.`)
  }
  const before = await thread.fsyncCount()
  await pool.query(`select pg_logical_emit_message(true, 'bawaba', 'is this commit flushed?')`)
  if ((await thread.fsyncCount()) <= before) {
    throw new StartupError('database-unsafe', 'The embedded database does not flush its commits to the disk.')
  }
}
