import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import type { Db } from '#server/kernel/db.ts'
import { openEmbedded } from '#server/node/open-embedded.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { type PostgresCluster, startPostgres } from '#tests/support/postgres.ts'

export type Engine = 'embedded' | 'postgres'

/** Where a server of these tests keeps its data, and the way in past it. */
export interface Store {
  /** What the server is started with. */
  settings: Record<string, string>
  /** The owner's look at the database while no server has it open; every index is compared with its table on the way. */
  look<T>(work: (db: Db) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

const withAmcheck = 'create extension if not exists amcheck'
/** Fails on the first index that is not in order or lacks a row of its table. */
const checkIndexes = `select bt_index_check(indexrelid, true) from pg_index join pg_class c on c.oid = indexrelid
  where c.relnamespace = current_schema()::regnamespace`

/** The engine as the server runs it has no extensions, so a second one looks, once the first has let go. */
async function checkEmbeddedIndexes(folder: string): Promise<void> {
  const engine = await PGlite.create(join(folder, 'database', 'pgdata'), { extensions: { amcheck } })
  try {
    await engine.exec(withAmcheck)
    await engine.query(checkIndexes)
  } finally {
    await engine.close()
  }
}

export const openStore = (engine: Engine): Promise<Store> =>
  engine === 'embedded' ? Promise.resolve(embeddedStore()) : postgresStore()

export function embeddedStore(folder = mkdtempSync(join(tmpdir(), 'bawaba-faults-'))): Store {
  return {
    settings: { DATA_DIR: folder },
    look: async (work) => {
      const engine = await openEmbedded(folder, () => {})
      try {
        return await work(engine.db)
      } finally {
        await engine.close()
        await checkEmbeddedIndexes(folder)
      }
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface PostgresStore extends Store {
  cluster: PostgresCluster
  database: string
}

/** A cluster of its own with one empty database, flushing as a real one does. */
export async function postgresStore(): Promise<PostgresStore> {
  const cluster = await startPostgres({ durable: true })
  const database = 'bawaba'
  const admin = await openPostgres(cluster.urlOf('postgres'))
  await admin.pool.query(`create database ${database}`)
  await admin.close()
  return {
    cluster,
    database,
    settings: { DATABASE_URL: cluster.urlOf(database), DEMO_SCHOOLS: 'yes' },
    look: async (work) => {
      const engine = await openPostgres(cluster.urlOf(database))
      try {
        await engine.pool.query(withAmcheck)
        await engine.pool.query(checkIndexes)
        return await work(engine.db)
      } finally {
        await engine.close()
      }
    },
    remove: () => cluster.stop(),
  }
}
