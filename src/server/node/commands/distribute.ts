import { parseArgs } from 'node:util'
import { migrate } from '#server/db/migrate.ts'
import { type Coordinator, readAddress, requireCitus } from '../distribution/citus.ts'
import { distributeTables, usualShards } from '../distribution/distribute-tables.ts'
import { addNodes, isolateSchool, moveSchool, placeCoordinator, spread } from '../distribution/nodes.ts'
import { letRolesIn, passSettingsOn } from '../distribution/roles.ts'
import { readMigrations } from '../migrations.ts'
import { openPostgres } from '../open-postgres.ts'
import { readSettings } from '../settings.ts'
import { explainMigrationError, StartupError } from '../startup-error.ts'
import { commandLine } from './command-name.ts'
import { runCommand, say } from './command-line.ts'

/*
 * `npm run distribute`: spreads the schools of a PostgreSQL with Citus over its nodes. What was done is not done again, so that it can be
 * given after an interruption, and after each node that is added. Only the first time no server may run (src/decisions, "schools are spread over
 * nodes by Citus").
 */

const usage = `Use one of:
  ${commandLine('distribute', `[--add host:port]... [--shards ${usualShards}]`)}
  ${commandLine('distribute', '--isolate school-code')}
  ${commandLine('distribute', '--move school-code host:port')}`

async function distributeAll(coordinator: Coordinator, url: string, add: readonly string[], shards: number) {
  const nodes = add.map(readAddress)
  await migrate(coordinator.engine.db, readMigrations())
  await passSettingsOn(coordinator)
  await placeCoordinator(coordinator, url)
  const added = await addNodes(coordinator, nodes)
  await letRolesIn(coordinator)
  const count = await distributeTables(coordinator, shards)
  if (added > 0 || count > 0) await spread(coordinator)
  say(count > 0 ? `${count} tables distributed. Start the servers.` : 'Every table is distributed.')
}

async function main() {
  const text = { type: 'string' } as const
  const options = {
    add: { ...text, multiple: true },
    shards: text,
    isolate: text,
    move: text,
  } as const
  const { positionals, values } = parseArgs({ options, allowPositionals: true })
  const { databaseUrl } = readSettings()
  if (databaseUrl === undefined) {
    throw new StartupError('bad-setting', 'Set DATABASE_URL to the database whose schools shall be distributed.')
  }
  const [to, ...more] = positionals
  const shards = Number(values.shards ?? usualShards)
  if (more.length > 0 || (to === undefined) !== (values.move === undefined))
    throw new StartupError('bad-setting', usage)
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024) throw new StartupError('bad-setting', usage)
  const engine = await openPostgres(databaseUrl)
  const coordinator = { engine, say }
  try {
    await requireCitus(coordinator)
    if (values.isolate !== undefined) await isolateSchool(coordinator, values.isolate)
    else if (values.move !== undefined && to !== undefined) await moveSchool(coordinator, values.move, readAddress(to))
    else await distributeAll(coordinator, databaseUrl, values.add ?? [], shards)
  } catch (error) {
    throw explainMigrationError(error, engine.where)
  } finally {
    await engine.close()
  }
}

if (import.meta.main) await runCommand(main)
