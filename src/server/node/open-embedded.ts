import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from '#server/kernel/db.ts'
import { createOnce, explainFullDisk, preparePrivateFolder } from './durable-folder.ts'
import { type PgliteThread, startPgliteThread } from './pglite-thread.ts'
import { StartupError } from './startup-error.ts'

/** Holding the object holds the lock: garbage collection would release it silently. */
interface FolderLock {
  release(): void
}

/**
 * Locks the folder. PGlite has no lock of its own: a second process on its folder destroys data silently. SQLite's file lock
 * belongs to the operating system, so it ends with the process, even on kill -9, and holds across containers that share a volume.
 */
function lockFolder(folder: string): FolderLock {
  const file = join(folder, 'lock.sqlite')
  const holder = new DatabaseSync(file, { timeout: 0 })
  try {
    chmodSync(file, 0o600)
    holder.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive')
    // Only a write takes the lock for certain.
    holder.exec('create table if not exists held (since)')
  } catch (error) {
    holder.close()
    if (!isBusy(error)) throw error
    throw new StartupError(
      'folder-in-use',
      `The data folder ${folder} is in use by another Bawaba server; stop that one, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  return { release: () => holder.close() }
}

/** SQLITE_BUSY */
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

/** Opened engine, before migrations: `db` is the owner's handle. */
export interface OpenedEngine {
  kind: 'pglite' | 'postgres'
  /** Location for messages: a folder, or host and database name without the password. */
  where: string
  pool: pg.Pool
  db: Db
  /** Handle that answers although the pool is full; undefined where there is one connection in all. */
  probe?: Db
  /** Reached by PostgreSQL's protocol, so that several statements may go as one message. */
  sendsScripts: true
  close(): Promise<void>
}

// int8 as a number: counts, versions and amounts in minor units all stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Creates Drizzle's handle over a pool. Drizzle gives a connection back once its transaction has begun; one whose `begin` fails,
 * since its session has just ended, is given back here, or the pool would have one less from then on.
 */
export function openPool(pool: pg.Pool): Db {
  const lending = Object.create(pool) as pg.Pool
  lending.query = pool.query.bind(pool)
  lending.connect = (async () => givenBackUnlessBegun(await pool.connect())) as pg.Pool['connect']
  return drizzle(lending)
}

/** Returns a client that goes back to its pool when the first statement, which is `begin`, fails. */
function givenBackUnlessBegun(client: pg.PoolClient): pg.PoolClient {
  let isFirst = true
  const query = (...asked: Parameters<pg.PoolClient['query']>) => {
    const answer = client.query(...asked) as unknown as Promise<unknown>
    if (isFirst) answer.catch((error: unknown) => client.release(error instanceof Error ? error : true))
    isFirst = false
    return answer
  }
  const lent = { query, release: (error?: Error | boolean) => client.release(error) }
  return lent as unknown as pg.PoolClient
}

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

/**
 * Opens, or creates, an embedded database that nobody will miss: it flushes nothing and locks nothing. For copies and trials in folders
 * that one process alone knows.
 */
export async function openScratch(folder: string): Promise<OpenedEngine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const thread = await startPgliteThread({ folder, durable: false })
  const pool = poolOver(thread)
  const close = async () => {
    await pool.end()
    await thread.close()
  }
  return { kind: 'pglite', where: folder, pool, db: openPool(pool), sendsScripts: true, close }
}

function poolOver(thread: PgliteThread): pg.Pool {
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
  return pool
}

async function overThread(thread: PgliteThread, lock: FolderLock, folder: string): Promise<OpenedEngine> {
  const pool = poolOver(thread)
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
  return { kind: 'pglite', where: folder, pool, db: openPool(pool), sendsScripts: true, close }
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
