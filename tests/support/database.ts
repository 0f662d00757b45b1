import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { inject } from 'vitest'
import { type Database, type Db, databaseOver } from '#server/kernel/db.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { postgresTemplate } from './global-setup.ts'

/** `describe.each(engines)('…', (engine) => …)`: what must hold on both. */
export const engines = ['pglite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export interface TestDatabase {
  database: Database
  /** The owner's handle, outside row-level security: to look at what is really there. */
  owner: Db
  close(): Promise<void>
}

/** A migrated, empty database of one's own. Takes about half a second on PGlite, less on PostgreSQL. */
export const createTestDatabase = (engine: Engine): Promise<TestDatabase> =>
  engine === 'pglite' ? createPglite() : createPostgres()

/** A database that no migration has touched, to be filled by whoever asks. */
export const databaseOfEngine = async (engine: Engine): Promise<TestDatabase> =>
  engine === 'pglite' ? pgliteOver(await PGlite.create()) : postgresAt(await createPostgresDatabase())

async function createPglite(): Promise<TestDatabase> {
  const template = new Blob([await readFile(inject('pgliteTemplate'))])
  return pgliteOver(await PGlite.create({ loadDataDir: template }))
}

function pgliteOver(pglite: PGlite): TestDatabase {
  const owner: Db = drizzle(pglite)
  const close = () => pglite.close()
  return { owner, close, database: databaseOver(owner, { kind: 'pglite', close }) }
}

const createPostgres = async () => postgresAt(await createPostgresDatabase(postgresTemplate))

async function postgresAt(url: string): Promise<TestDatabase> {
  const opened = await openPostgres(url)
  const owner = opened.db
  const close = () => opened.close()
  return { owner, close, database: databaseOver(owner, { kind: 'postgres', close }) }
}

let databases = 0

/** @returns the connection string of a new database in the run's cluster; it goes when the cluster goes. */
export async function createPostgresDatabase(template = 'template0'): Promise<string> {
  const adminUrl = inject('postgresUrl')
  databases += 1
  const name = `test_${process.pid}_${performance.now().toFixed(0)}_${databases}`
  const admin = await openPostgres(adminUrl)
  try {
    await admin.pool.query(`create database ${name} template ${template}`)
  } finally {
    await admin.close()
  }
  return adminUrl.replace('/postgres?', `/${name}?`)
}

/** Runs `work` on a database that no migration has touched. */
export async function withEmptyDatabase(engine: Engine, work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = engine === 'postgres' ? await openPostgres(await createPostgresDatabase()) : await openMemory()
  try {
    await work(db)
  } finally {
    await close()
  }
}

async function openMemory(): Promise<{ db: Db; close(): Promise<void> }> {
  const pglite = await PGlite.create()
  return { db: drizzle(pglite), close: () => pglite.close() }
}
