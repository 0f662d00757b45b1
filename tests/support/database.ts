import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { inject } from 'vitest'
import { type Database, type Db, databaseOver } from '#server/kernel/db.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { isOnCitus, postgresTemplate } from './global-setup.ts'

const allEngines = ['pglite', 'postgres'] as const
export type Engine = (typeof allEngines)[number]

/** One engine alone, where a step of `run-all.ts` asks for it; else both. With `citus` PostgreSQL's tables are distributed. */
const onlyEngine = isOnCitus ? 'postgres' : process.env['BAWABA_ENGINE']

/** `describe.each(engines)('…', (engine) => …)`: what must hold on both. */
export const engines = allEngines.filter((engine) => engine === (onlyEngine ?? engine))

export interface TestDatabase {
  database: Database
  /** The owner's handle, outside row-level security: to look at what is really there. */
  owner: Db
  close(): Promise<void>
}

/** A migrated, empty database of one's own. Takes about half a second on PGlite, less on PostgreSQL. */
export const createTestDatabase = (engine: Engine): Promise<TestDatabase> =>
  engine === 'pglite' ? createPglite() : createPostgres()

/** A database that no migration has touched, to be filled by the person who asks. */
export const databaseOfEngine = async (engine: Engine): Promise<TestDatabase> =>
  engine === 'pglite' ? pgliteOver(await createUnmigratedEngine()) : postgresAt(await createPostgresDatabase())

/** Migrated, empty engines of this process that no test uses at the moment. To empty one takes a tenth of making one. */
const idleEngines: PGlite[] = []
const mostIdle = 2
/** Of the template, as `readSchemaSize` counts it. */
let schemaSize: string | undefined
/** The default of 128 MB of buffers is zeroed at each start, which took a third of it. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']

async function createPglite(): Promise<TestDatabase> {
  const engine = idleEngines.pop() ?? (await createEngine())
  const owner: Db = drizzle(engine)
  const close = () => keepOrClose(engine)
  return { owner, close, database: databaseOver(owner, { kind: 'pglite', close }) }
}

async function createEngine(): Promise<PGlite> {
  const template = new Blob([await readFile(inject('pgliteTemplate'))])
  const engine = await PGlite.create({ loadDataDir: template, startParams })
  schemaSize ??= await readSchemaSize(engine)
  return engine
}

const createUnmigratedEngine = async () =>
  PGlite.create({ loadDataDir: new Blob([await readFile(inject('unmigratedTemplate'))]), startParams })

async function keepOrClose(engine: PGlite): Promise<void> {
  if (engine.closed || idleEngines.includes(engine)) return
  const isClean = idleEngines.length < mostIdle && (await emptyTables(engine))
  if (isClean) idleEngines.push(engine)
  else await engine.close()
}

/**
 * Puts a migrated engine back to how the template was: no rows but the migrations' own, no session state.
 * @returns whether it could; not if a test has left a transaction open or has changed the schema.
 */
async function emptyTables(engine: PGlite): Promise<boolean> {
  try {
    await engine.exec('discard all')
  } catch {
    return false
  }
  if ((await readSchemaSize(engine)) !== schemaSize) return false
  const { rows } = await engine.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where relname <> 'schema_migrations' and pg_relation_size(relid) > 0`,
  )
  if (rows.length > 0) await engine.exec(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`)
  return true
}

/** What a test could add or drop, counted; any difference means that the engine is not used again. */
async function readSchemaSize(engine: PGlite): Promise<string> {
  const catalogs = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_policy', 'pg_authid']
  const counts = catalogs.map((name) => `(select count(*) from ${name})`).join(` || ' ' || `)
  const { rows } = await engine.query<{ size: string }>(
    `select ${counts} || ' ' || (select count(*) from pg_class where relrowsecurity) as size`,
  )
  return rows[0]?.size ?? ''
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
  return {
    owner,
    close,
    database: databaseOver(owner, { kind: 'postgres', sendsScripts: true, isDistributed: isOnCitus, close }),
  }
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
  const pglite = await createUnmigratedEngine()
  return { db: drizzle(pglite), close: () => pglite.close() }
}
