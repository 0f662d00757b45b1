import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/kernel/db.ts'
import { adoptHistory, isReplaced } from './baseline.ts'
import { buildIndex, readConcurrentIndex } from './concurrent-index.ts'
import { distributeCreated, isDistributed } from './distribution.ts'
import { type LockPatience, lockPatience, withLockRetries } from './lock-retries.ts'
import { kindOf, type Migration, migrationHash, statementsOf } from './migration.ts'
import { ChangedMigrationError, NewerDatabaseError } from './migration-errors.ts'

const advisoryKey = 727_001

/**
 * Migrates the database to the newest migration. Two servers that start together take turns. A background migration runs in
 * batches of its own; all between two of those are one transaction: all or nothing. The list comes from outside, from the folder
 * or (in a browser) from the bundle.
 * @returns the names of those that ran now, oldest first.
 * @throws NewerDatabaseError, OlderDatabaseError, ChangedMigrationError or InconsistentDatabaseError before anything has been
 * changed; LockedDatabaseError when other sessions hold a table for too long.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  patience: LockPatience = lockPatience,
): Promise<string[]> {
  const known = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const migrator = new Migrator(db, known, patience)
  const ran: string[] = []
  for (const step of stepsOf(known)) {
    const [first] = step
    const isBackground = first !== undefined && kindOf(first) === 'background'
    ran.push(...(isBackground ? await migrator.runInBatches(first) : await migrator.runTogether(step)))
  }
  return ran
}

/** Returns whether a database that was in use lacks migrations. Changes nothing. */
export async function isBehind(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await db.execute<{ isUsed: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as "isUsed"`,
  )
  if (!rows[0]?.isUsed) return false
  const recorded = await recordedMigrations(db)
  return recorded.size > 0 && migrations.some(({ name }) => !recorded.has(name))
}

class Migrator {
  readonly #db: Db
  readonly #known: readonly Migration[]
  readonly #patience: LockPatience

  constructor(db: Db, known: readonly Migration[], patience: LockPatience) {
    this.#db = db
    this.#known = known
    this.#patience = patience
  }

  runTogether(step: readonly Migration[]): Promise<string[]> {
    return this.#locked(async (tx, applied) => {
      const missing = step.filter(({ name }) => !applied.has(name))
      const spreads = missing.length > 0 && (await isDistributed(tx))
      // What refers to a table on every node is changed node by node, or Citus waits for itself.
      if (spreads) await tx.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`)
      for (const migration of missing) {
        for (const statement of statementsOf(migration)) {
          await tx.execute(sql.raw(statement))
          if (spreads) await distributeCreated(tx, statement)
        }
        await record(tx, migration)
      }
      if (missing.length > 0) await grantTenantTables(tx)
      return missing.map(({ name }) => name)
    })
  }

  /** Runs a background migration. Nothing is recorded before the end: an interrupted one starts again and finds what is left. */
  async runInBatches(migration: Migration): Promise<string[]> {
    const isApplied = await this.#locked(async (_, applied) => applied.has(migration.name))
    if (isApplied) return []
    for (const statement of statementsOf(migration)) {
      if (readConcurrentIndex(statement)) await buildIndex(this.#db, statement, this.#patience)
      else await this.#repeat(statement)
    }
    return this.#locked(async (tx, applied) => {
      if (applied.has(migration.name)) return []
      await record(tx, migration)
      return [migration.name]
    })
  }

  /** Runs a statement, in a transaction each time, until it returns no row. */
  async #repeat(statement: string) {
    for (let changed = 1; changed > 0; ) {
      changed = await this.#locked(async (tx) => (await tx.execute(sql.raw(statement))).rows.length)
    }
  }

  /** Runs one transaction under the lock of all migrations; `work` gets the names that were applied before it. */
  #locked<T>(work: (tx: Tx, applied: ReadonlySet<string>) => Promise<T>): Promise<T> {
    return withLockRetries(this.#patience, () =>
      this.#db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKey})`)
        // Only from here on: another server's migrations may take as long as they need.
        await tx.execute(sql`select set_config('lock_timeout', ${`${this.#patience.lockTimeoutMs}ms`}, true)`)
        return work(tx, await prepare(tx, this.#known))
      }),
    )
  }
}

/** Groups migrations: each background migration by itself, and those between two of them together. */
function stepsOf(known: readonly Migration[]): Migration[][] {
  const steps: Migration[][] = [[]]
  for (const migration of known) {
    if (kindOf(migration) === 'background') steps.push([migration], [])
    else steps.at(-1)?.push(migration)
  }
  // The first one also when it is empty: it compares the database with the known migrations.
  return steps.filter((step, index) => step.length > 0 || index === 0)
}

async function prepare(tx: Tx, known: readonly Migration[]): Promise<ReadonlySet<string>> {
  await tx.execute(sql`create table if not exists schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  await addKinds(tx)
  const recorded = await recordedMigrations(tx)
  refuseUnknown(known, recorded, await compatibleMigrations(tx))
  const [baseline] = known
  if (baseline && kindOf(baseline) === 'baseline' && !recorded.has(baseline.name)) {
    if (await adoptHistory(tx, baseline, recorded)) {
      await record(tx, baseline)
      recorded.set(baseline.name, migrationHash(baseline))
    }
  }
  return new Set(recorded.keys())
}

async function recordedMigrations(tx: Db | Tx): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ name: string; hash: string }>(
    sql`select name, hash from schema_migrations order by name`,
  )
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

/** Returns name → hash of every migration in the database, from the baseline on; the table must exist. */
export async function appliedMigrations(tx: Db | Tx): Promise<Map<string, string>> {
  return new Map([...(await recordedMigrations(tx))].filter(([name]) => !isReplaced(name)))
}

/** Adds the kind to a record of before kinds were kept. Only then: a backup that reads the record makes no start wait for it. */
async function addKinds(tx: Tx) {
  const { rows } = await tx.execute(sql`
    select 1 from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'kind'`)
  if (rows.length === 0) await tx.execute(sql`alter table schema_migrations add column kind text`)
}

/** Names of migrations with which the release before goes on working. */
async function compatibleMigrations(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from schema_migrations where kind in ('expand', 'background')`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Refuses what a newer release has tightened or removed; what it has only added, this one works beside. */
function refuseUnknown(
  known: readonly Migration[],
  recorded: ReadonlyMap<string, string>,
  compatible: ReadonlySet<string>,
) {
  const hashes = new Map(known.map((migration) => [migration.name, migrationHash(migration)]))
  for (const [name, hash] of recorded) {
    const ours = hashes.get(name)
    if (ours === undefined && (isReplaced(name) || compatible.has(name))) continue
    if (ours === undefined) throw new NewerDatabaseError(`the database has migration ${name}, which is unknown here`)
    if (ours !== hash) throw new ChangedMigrationError(`migration ${name} was applied with another text`)
  }
}

const record = (tx: Tx, migration: Migration) =>
  tx.execute(sql`
    insert into schema_migrations (name, hash, kind)
    values (${migration.name}, ${migrationHash(migration)}, ${kindOf(migration)})`)

/**
 * Grants rights on tables under row-level security, instead of default privileges: a table whose author forgot it gets no rights
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
      if to_regclass('due_work') is not null then grant select on due_work to app_directory; end if;
    end $$`)
}
