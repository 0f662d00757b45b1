import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'

/** One file of the migrations folder; names sort in the order of application. */
export type Migration = { name: string; sql: string }

/** The database knows migrations that this program does not: it was made by a newer version. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/** A migration that was applied has another text now: program and database have parted ways. */
export class ChangedMigrationError extends Error {
  override name = 'ChangedMigrationError'
}

const lockKey = 727_001

/**
 * Brings the database to the newest migration, in one transaction: all or nothing, and two servers that start
 * together take turns. The list comes from outside, from the folder or (in a browser) from the bundle.
 * @returns the names applied now, oldest first.
 * @throws NewerDatabaseError, ChangedMigrationError; nothing has been changed then.
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  const known = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    await tx.execute(sql`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = await appliedMigrations(tx)
    refuseUnknown(known, applied)
    const missing = known.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(tx, migration)
    if (missing.length > 0) await grantTenantTables(tx)
    return missing.map(({ name }) => name)
  })
}

/** Name → hash of every migration in the database; the table must exist. */
export async function appliedMigrations(tx: Db | Tx): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ name: string; hash: string }>(
    sql`select name, hash from schema_migrations order by name`,
  )
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

/** Line ends are left out, so that a checkout on Windows has the same hashes. */
export const migrationHash = (migration: Migration) => sha256Hex(migration.sql.replaceAll('\r\n', '\n'))

function refuseUnknown(known: readonly Migration[], applied: ReadonlyMap<string, string>) {
  const hashes = new Map(known.map((migration) => [migration.name, migrationHash(migration)]))
  for (const [name, hash] of applied) {
    const ours = hashes.get(name)
    if (ours === undefined) throw new NewerDatabaseError(`the database has migration ${name}, which is unknown here`)
    if (ours !== hash) throw new ChangedMigrationError(`migration ${name} was applied with another text`)
  }
}

async function apply(tx: Tx, migration: Migration) {
  for (const statement of migration.sql.split('--> statement-breakpoint')) {
    if (statement.trim()) await tx.execute(sql.raw(statement))
  }
  await tx.execute(
    sql`insert into schema_migrations (name, hash) values (${migration.name}, ${migrationHash(migration)})`,
  )
}

/**
 * Rights follow from row-level security instead of default privileges: a table whose author forgot it gets no rights
 * at all, so the first query against it fails in the first test.
 */
async function grantTenantTables(tx: Tx) {
  await tx.execute(sql`do $$
    declare found text;
    begin
      for found in select oid::regclass::text from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relrowsecurity
      loop execute format('grant select, insert, update, delete on %s to app_tenant', found); end loop;
      if to_regclass('schools') is not null then grant select on schools to app_directory; end if;
    end $$`)
}
