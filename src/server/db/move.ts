import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Table } from '#server/kernel/tables.ts'
import { countAndSum, listTables } from '#server/node/copies/table-sums.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { type OpenedEngine, openEmbedded } from '#server/node/open-embedded.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { readSettings } from '#server/node/settings.ts'
import { explainMigrationError, StartupError } from '#server/node/startup-error.ts'
import { appliedMigrations, migrate } from './migrate.ts'

/**
 * Copies every row of one database into another, empty one with the same migrations, in one transaction there: after a failure
 * the target is unchanged. Each table's rows are counted and summed on both sides before the commit.
 * @returns rows per table, in the order of copying.
 * @throws StartupError when the target must not be written to; Error when the copy differs.
 */
export async function moveDatabase(
  source: OpenedEngine,
  target: OpenedEngine,
  report: (line: string) => void,
): Promise<Map<string, number>> {
  await migrate(target.db, readMigrations())
  await refuseOtherMigrations(source, target)
  const from = await source.pool.connect()
  const to = await target.pool.connect()
  try {
    await from.query('begin isolation level repeatable read read only')
    await to.query('begin')
    const counts = new Map<string, number>()
    const tables = await listTables(to)
    await refuseRows(to, tables, target.where)
    for (const table of tables) {
      const rows = await copy(from, to, table)
      counts.set(table.name, rows)
      report(`${table.name.padEnd(24)} ${rows.toLocaleString('en')} rows`)
    }
    await to.query('commit')
    await from.query('rollback')
    from.release()
    to.release()
    return counts
  } catch (error) {
    // An interrupted copy may have left either connection within its stream, where it answers no query: both are destroyed, and
    // with its connection the target's transaction.
    from.release(true)
    to.release(true)
    throw error
  }
}

async function copy(from: pg.PoolClient, to: pg.PoolClient, { name, columns }: Table): Promise<number> {
  const list = columns.join(', ')
  await pipeline(
    from.query(copyTo(`copy ${name} (${list}) to stdout`)),
    to.query(copyFrom(`copy ${name} (${list}) from stdin`)),
  )
  const [sent, arrived] = [await countAndSum(from, name), await countAndSum(to, name)]
  if (sent.rows !== arrived.rows || sent.sum !== arrived.sum) {
    throw new Error(`the copy of ${name} differs: ${sent.rows} rows went out and ${arrived.rows} came in`)
  }
  return arrived.rows
}

async function refuseOtherMigrations(source: OpenedEngine, target: OpenedEngine) {
  const [ours, theirs] = [await appliedMigrations(source.db), await appliedMigrations(target.db)]
  if (JSON.stringify([...ours]) === JSON.stringify([...theirs])) return
  throw new StartupError(
    'changed-migration',
    `The databases in ${source.where} and ${target.where} have different migrations; start this version once on the first, then try again.`,
  )
}

async function refuseRows(to: pg.PoolClient, tables: readonly Table[], where: string) {
  for (const { name } of tables) {
    const { rowCount } = await to.query(`select 1 from ${name} limit 1`)
    if (rowCount !== 0)
      throw new StartupError('target-not-empty', `The database in ${where} has rows in ${name} already.`)
  }
}

async function main() {
  const { dataDir, databaseUrl } = readSettings()
  if (databaseUrl === undefined) {
    throw new StartupError('bad-setting', 'Set DATABASE_URL to the empty PostgreSQL database that shall get the data.')
  }
  // Opening a missing embedded database would create an empty one.
  if (!existsSync(join(dataDir, 'database', 'pgdata', 'PG_VERSION'))) {
    throw new StartupError(
      'nothing-to-move',
      `There is no embedded database in ${dataDir}; set DATA_DIR to the folder that holds the data.`,
    )
  }
  const source = await openEmbedded(dataDir, () => process.exit(1))
  try {
    await moveInto(databaseUrl, source)
  } finally {
    await source.close()
  }
}

async function moveInto(databaseUrl: string, source: OpenedEngine) {
  const target = await openPostgres(databaseUrl)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  try {
    say(`Copying ${source.where} to ${target.where}`)
    const counts = await moveDatabase(source, target, say)
    // It is the same history in another database: the server takes it for its own at the start.
    await target.pool.query('update server_generations set database_id = null')
    await target.pool.query('analyze')
    const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
    say(
      `${total.toLocaleString('en')} rows in ${counts.size} tables copied and compared. Start the server with DATABASE_URL.`,
    )
  } catch (error) {
    throw explainMigrationError(error, target.where)
  } finally {
    await target.close()
  }
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
