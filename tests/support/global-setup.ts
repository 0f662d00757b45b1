import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { ask } from '#server/node/distribution/citus.ts'
import { distributeTables } from '#server/node/distribution/distribute-tables.ts'
import { letRolesIn } from '#server/node/distribution/roles.ts'
import { readMigrations } from '#server/node/migrations.ts'
import type { OpenedEngine } from '#server/node/open-embedded.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's connection string to the database `postgres` of the run's own cluster. */
    postgresUrl: string
    /** A tar file of a migrated, empty PGlite. */
    pgliteTemplate: string
    /** A tar file of a PGlite that no migration has touched: to make one takes seconds, to load it a fraction. */
    unmigratedTemplate: string
    /** A data folder with a migrated, empty embedded database, cleanly closed; copy it, never open it. */
    embeddedTemplate: string
  }
}

/** The database that every test's PostgreSQL database is copied from. */
export const postgresTemplate = 'bawaba_template'

/** Whether its tables are distributed by Citus, on the one node that there is: `BAWABA_ENGINE=citus`. */
export const isOnCitus = process.env['BAWABA_ENGINE'] === 'citus'

/** Once per run: a PostgreSQL cluster, and a migrated template for each engine. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-test-'))
  const template = join(folder, 'pglite.tar')
  const unmigrated = join(folder, 'unmigrated.tar')
  const dataDir = join(folder, 'data')
  const [cluster] = await Promise.all([
    startPostgres({ withCitus: isOnCitus }),
    writePgliteTemplates(unmigrated, template, join(dataDir, 'database/pgdata')),
  ])
  await makePostgresTemplate(cluster.urlOf('postgres'), cluster.urlOf(postgresTemplate))
  project.provide('postgresUrl', cluster.urlOf('postgres'))
  project.provide('pgliteTemplate', template)
  project.provide('unmigratedTemplate', unmigrated)
  project.provide('embeddedTemplate', dataDir)
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writePgliteTemplates(unmigrated: string, file: string, folder: string) {
  const engine = await PGlite.create()
  writeFileSync(unmigrated, new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer()))
  await migrate(drizzle(engine), readMigrations())
  const dump = await engine.dumpDataDir('none')
  await engine.close()
  writeFileSync(file, new Uint8Array(await dump.arrayBuffer()))
  mkdirSync(folder, { recursive: true })
  await (await PGlite.create({ dataDir: folder, loadDataDir: dump })).close()
}

async function makePostgresTemplate(adminUrl: string, templateUrl: string) {
  const admin = await openPostgres(adminUrl)
  await admin.pool.query(`create database ${postgresTemplate}`)
  await admin.close()
  const opened = await openPostgres(templateUrl)
  await migrate(opened.db, readMigrations())
  if (isOnCitus) await distributeTemplate(opened, Number(new URL(templateUrl).port))
  await opened.close()
  if (isOnCitus) await endDaemon(adminUrl)
}

/** Ends the daemon of Citus that would keep the template from being copied. */
async function endDaemon(adminUrl: string) {
  const admin = await openPostgres(adminUrl)
  await admin.pool.query(`alter database ${postgresTemplate} allow_connections false`)
  await admin.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${postgresTemplate}'`)
  await admin.close()
}

/** Distributes all tables over four parts on their one node. */
async function distributeTemplate(engine: OpenedEngine, port: number) {
  const coordinator = { engine, say: () => {} }
  await ask(coordinator, 'create extension citus')
  await ask(coordinator, `select citus_set_coordinator_host('127.0.0.1', $1)`, [port])
  await ask(coordinator, `select citus_set_node_property('127.0.0.1', $1, 'shouldhaveshards', true)`, [port])
  await letRolesIn(coordinator)
  await distributeTables(coordinator, 4)
}
