import pg from 'pg'
import { type OpenedEngine, openPool } from './open-embedded.ts'
import { StartupError } from './startup-error.ts'

const oldestVersion = 15

/** Size of a pool, and how long one waits for a connection of it. */
export interface PoolSettings {
  /** Connections at most. */
  max: number
  waitMs: number
}

/** For commands: patient, since nobody waits at a till for them. */
const patientPool: PoolSettings = { max: 10, waitMs: 10_000 }

/**
 * Connects to a PostgreSQL server; `onError` is called for connections lost while idle (the pool replaces them). One connection more than
 * the pool has is kept for the question whether the database answers, so that a full pool is not taken for a lost database.
 */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void = () => {},
  { max, waitMs }: PoolSettings = patientPool,
): Promise<OpenedEngine> {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: waitMs, onConnect })
  const probe = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: patientPool.waitMs })
  pool.on('error', onError)
  probe.on('error', onError)
  // A session that ends between two queries of a transaction notifies its client only, and an unhandled error event ends the
  // process; the transaction's next query fails with the reason.
  pool.on('connect', (client) => client.on('error', () => {}))
  const where = nameWithoutSecrets(url)
  const close = async () => {
    await Promise.all([pool.end(), probe.end()])
  }
  try {
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < oldestVersion) {
      throw new StartupError(
        'postgres-too-old',
        `The server at ${where} is PostgreSQL ${version}; Bawaba needs ${oldestVersion} or newer.`,
      )
    }
  } catch (error) {
    await close()
    throw error instanceof StartupError ? error : unreachable(where, error)
  }
  return { kind: 'postgres', where, pool, db: openPool(pool), probe: openPool(probe), sendsScripts: true, close }
}

/** Compiling the expressions of a report takes PostgreSQL 0.6 s; running it takes a tenth of that. */
const stopCompiling = (client: pg.ClientBase) => client.query('set jit = off')
/** The pool waits for the promise, though its types know of none. */
const onConnect = stopCompiling as (client: pg.ClientBase) => void

function unreachable(where: string, error: unknown) {
  // A refused connection to several addresses is one error with an empty message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const reason = first instanceof Error ? first.message : String(first)
  return new StartupError('postgres-unreachable', `PostgreSQL at ${where} can't be used: ${reason}.`, { cause: error })
}

/** Returns host and database name of a connection string, safe to show and log. */
export function nameWithoutSecrets(url: string): string {
  try {
    const { host, pathname, searchParams } = new URL(url)
    return `${searchParams.get('host') || host || 'localhost'}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
