import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import {
  ChangedMigrationError,
  InconsistentDatabaseError,
  NewerDatabaseError,
  OlderDatabaseError,
} from '#server/db/migration-errors.ts'
import type { Db } from '#server/kernel/db.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { readCatalogue } from '#tests/support/catalogue.ts'
import {
  createPostgresDatabase,
  createTestDatabase,
  type Engine,
  engines,
  withEmptyDatabase,
} from '#tests/support/database.ts'

/** The migrations 0000 to 0052 with their hashes, and the catalogue that they made on both engines. */
const fixture = readFileSync(new URL('../fixtures/schema-0052.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const isMigration = (line: string) => line.startsWith('migration ')
const history = fixture.filter(isMigration).map((line) => line.split(' ').slice(1))
const schema = fixture.filter((line) => !isMigration(line))

const all = readMigrations()
const baseline = all.slice(0, 1)
const name = baseline[0]?.name

/** Gives a database that the baseline has made the record that it had after the old migrations. */
async function writeHistory(db: Db, rows: readonly string[][]) {
  await db.execute(sql`delete from schema_migrations`)
  for (const [old, hash] of rows) {
    await db.execute(sql`insert into schema_migrations (name, hash) values (${old}, ${hash})`)
  }
}

/** Changes whenever anything in the catalogue is written, even with the same content. */
async function catalogueVersion(db: Db) {
  const { rows } = await db.execute(sql`
    select (select sum(xmin::text::int8) from pg_class where relnamespace = 'public'::regnamespace) as relations,
      (select sum(xmin::text::int8) from pg_attribute where attrelid > 16383) as columns,
      (select sum(xmin::text::int8) from pg_policy) as policies,
      (select sum(xmin::text::int8) from pg_constraint) as constraints`)
  return rows
}

describe.each(engines)('the baseline on %s', (engine) => {
  it('makes in an empty database what the 53 migrations before it made', () =>
    withEmptyDatabase(engine, async (db) => {
      expect(await migrate(db, baseline)).toEqual([name])
      const made = await readCatalogue(db)
      expect(made.filter((line) => !schema.includes(line))).toEqual([])
      expect(schema.filter((line) => !made.includes(line))).toEqual([])
      expect(made).toEqual(schema)
    }))
})

/** Runs `work` on a database that has every table there is. */
async function withDatabase(engine: Engine, work: (db: Db) => Promise<void>) {
  const { owner, close } = await createTestDatabase(engine)
  await work(owner)
  await close()
}

describe.each(engines)('a database from before the baseline, on %s', (engine) => {
  it('is recorded, and not run, in a database that those have made', () =>
    withDatabase(engine, async (db) => {
      await writeHistory(db, history)
      const before = await catalogueVersion(db)
      expect(await migrate(db, baseline)).toEqual([])
      expect(await catalogueVersion(db)).toEqual(before)
      const { rows } = await db.execute<{ name: string }>(sql`select name from schema_migrations order by name`)
      expect(rows.map((row) => row.name)).toEqual([...history.map(([old]) => old), name])
      expect(await migrate(db, baseline)).toEqual([])
    }))

  it('refuses a database that stands before 0052, or has had other migrations', () =>
    withDatabase(engine, async (db) => {
      const refused = async (rows: readonly string[][], kind: new () => Error) => {
        await writeHistory(db, rows)
        await expect(migrate(db, baseline)).rejects.toThrow(kind)
        const kept = await db.execute<{ n: number }>(sql`select count(*)::int as n from schema_migrations`)
        expect(kept.rows).toEqual([{ n: rows.length }])
      }
      await refused(history.slice(0, 1), OlderDatabaseError)
      await refused(history.slice(0, 52), OlderDatabaseError)
      await refused(history.toSpliced(20, 1), ChangedMigrationError)
      await refused(history.toSpliced(52, 1, ['0052_change.sql', 'another']), ChangedMigrationError)
      await refused(history.toSpliced(3, 1, ['0003_change.sql', 'another']), ChangedMigrationError)
      await refused([...history, ['0053_change.sql', 'another']], NewerDatabaseError)
    }))

  it('refuses tables without a record, and a record without its tables', () =>
    withDatabase(engine, async (db) => {
      await writeHistory(db, [])
      await expect(migrate(db, baseline)).rejects.toThrow(
        /^it has tables \(\w+, \w+, \w+ and 132 more\) but no record of a migration$/,
      )
      await writeHistory(db, history)
      await db.execute(sql`drop table sale_voids, tenders`)
      await expect(migrate(db, baseline)).rejects.toThrow(InconsistentDatabaseError)
      await expect(migrate(db, baseline)).rejects.toThrow(/tables are missing: sale_voids, tenders$/)
    }))
})

it('says in one sentence what to do with a database that is too old', async () => {
  const url = await createPostgresDatabase()
  const server = await openPostgres(url)
  await migrate(server.db, baseline)
  await writeHistory(server.db, history.slice(0, 31))
  await server.close()
  await expect(openDatabase({ dataDir: '', databaseUrl: url })).rejects.toThrow(
    /^The database in .* is too old \(its last migration is 0030_change\.sql\); start the last version that has the migrations up to 0052 on it first, then this one\.$/,
  )
})
