import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Migration } from './migration.ts'
import { ChangedMigrationError, InconsistentDatabaseError, OlderDatabaseError } from './migration-errors.ts'

/** The last of the 53 migrations replaced by the baseline, and a checksum over the names and hashes of all. */
const replaced = {
  last: '0052_change.sql',
  sum: 'da9c09f951d4091939562ee983469460a89e03dfdfe8ec1e483617df6b80a767',
}

/** Returns whether the baseline replaces a migration. A database that had it keeps it on record. */
export const isReplaced = (name: string) => name <= replaced.last

/**
 * Compares a database without a baseline with what the baseline would create.
 * @returns true when all of it exists, made by the migrations before it; false when the database is empty.
 * @throws OlderDatabaseError, ChangedMigrationError or InconsistentDatabaseError for anything between.
 */
export async function adoptHistory(
  tx: Tx,
  baseline: Migration,
  recorded: ReadonlyMap<string, string>,
): Promise<boolean> {
  const found = await listTables(tx)
  const wanted = tablesOf(baseline)
  if (recorded.size === 0) {
    const present = wanted.filter((name) => found.has(name))
    if (present.length === 0) return false
    throw new InconsistentDatabaseError(`it has tables (${shortened(present)}) but no record of a migration`)
  }
  compareHistory(recorded)
  const missing = wanted.filter((name) => !found.has(name))
  if (missing.length === 0) return true
  throw new InconsistentDatabaseError(`its migrations are on record, but tables are missing: ${shortened(missing)}`)
}

function compareHistory(recorded: ReadonlyMap<string, string>) {
  const history = [...recorded].filter(([name]) => isReplaced(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const last = history.at(-1)?.[0]
  if (last !== replaced.last) throw new OlderDatabaseError(`its last migration is ${last ?? 'unknown'}`)
  const sum = sha256Hex(history.map(([name, hash]) => `${name} ${hash}\n`).join(''))
  if (sum !== replaced.sum) throw new ChangedMigrationError(`its migrations up to ${replaced.last} are others`)
}

const tablesOf = (migration: Migration) =>
  [...migration.sql.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, name = '']) => name)

async function listTables(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ name: string }>(sql`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`)
  return new Set(rows.map(({ name }) => name))
}

const shortened = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
