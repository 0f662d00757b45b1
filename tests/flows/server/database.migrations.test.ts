import { sql } from 'drizzle-orm'
import { describe, expect, inject, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import type { Migration } from '#server/db/migration.ts'
import { ChangedMigrationError, NewerDatabaseError } from '#server/db/migration-errors.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { createPostgresDatabase, engines, withEmptyDatabase } from '#tests/support/database.ts'

const all = readMigrations()
const names = all.map(({ name }) => name)
const later: Migration = { name: '9000_later.sql', sql: '-- expand: a table\ncreate table later (n int)' }
const tighter: Migration = { name: '9001_tighter.sql', sql: '-- contract: no table\ndrop table later' }

describe.each(engines)('migrations on %s', (engine) => {
  it('run once, in order, and know what they have done', () =>
    withEmptyDatabase(engine, async (db) => {
      expect(await migrate(db, all.toReversed())).toEqual(names)
      expect(await migrate(db, all)).toEqual([])
      expect(await migrate(db, [...all, later])).toEqual([later.name])
      expect(await migrate(db, all)).toEqual([])
      expect(await migrate(db, [...all, later, tighter])).toEqual([tighter.name])
      await expect(migrate(db, all)).rejects.toThrow(NewerDatabaseError)
      await expect(migrate(db, [...all, later])).rejects.toThrow(NewerDatabaseError)
    }))

  it('leave nothing half done', () =>
    withEmptyDatabase(engine, async (db) => {
      const broken: Migration = {
        name: '9000_broken.sql',
        sql: '-- expand: half a change\ncreate table half (n int);--> statement-breakpoint\nselect 1/0',
      }
      // What stands between two background migrations is one transaction.
      const together = all.slice(
        0,
        all.findIndex(({ sql: text }) => text.startsWith('-- background')),
      )
      await expect(migrate(db, [...together, broken])).rejects.toThrow('select 1/0')
      const { rows } = await db.execute(sql`select count(*)::int as n from pg_tables where schemaname = 'public'`)
      expect(rows).toEqual([{ n: 0 }])
      expect(await migrate(db, all)).toEqual(names)
    }))

  it('refuse a file whose text has changed, but not its line ends', () =>
    withEmptyDatabase(engine, async (db) => {
      await migrate(db, all)
      const windows = all.map(({ name, sql: text }) => ({ name, sql: text.replaceAll('\n', '\r\n') }))
      expect(await migrate(db, windows)).toEqual([])
      const edited = all.map(({ name, sql: text }) => ({ name, sql: `${text}\n-- edited` }))
      await expect(migrate(db, edited)).rejects.toThrow(ChangedMigrationError)
    }))

  it('give a table without row-level security to nobody', () =>
    withEmptyDatabase(engine, async (db) => {
      await migrate(db, [...all, later])
      const { rows } = await db.execute(sql`
        select has_table_privilege('app_tenant', 'later', 'select') as tenant,
          has_table_privilege('app_directory', 'later', 'select') as directory,
          has_table_privilege('app_tenant', 'sites', 'delete') as known`)
      expect(rows).toEqual([{ tenant: false, directory: false, known: true }])
    }))
})

describe.each(engines)('holidays and regulator of a former release on %s', (engine) => {
  it('become settings of the school, unless it has set its own', () =>
    withEmptyDatabase(engine, async (db) => {
      const later = names.indexOf('0059_school_days.sql')
      await migrate(db, all.slice(0, later))
      const holidays = [{ from: '2030-03-04', to: '2030-03-05', name: { en: 'Break', ar: 'عطلة' } }]
      const [both, own, none] = ['b', 'c', 'd'].map((sign) => `0190a5a5-0000-7000-8000-00000000000${sign}`)
      for (const id of [both, own, none])
        await db.execute(sql`
          insert into schools (school_id, code, name, currency, time_zone, language, logo_svg, profile, till_policy, created_at)
          values (${id}, ${id}, '{}', 'KWD', 'Asia/Kuwait', 'en', '', ${id === own ? '{"weekend":[6,0]}' : '{}'}, '{}', now())`)
      for (const id of [both, own]) {
        await db.execute(sql`
          insert into admission_rules (school_id, rules, revision, changed_by, changed_at)
          values (${id}, ${JSON.stringify({ holidays, regulator: 'abu-dhabi' })}, 1, ${id}, now())`)
      }
      const read = async () =>
        (
          await db.execute<{ id: string; profile: object }>(
            sql`select school_id as id, profile from schools order by 1`,
          )
        ).rows
      expect(await migrate(db, all)).toEqual(names.slice(later))
      expect(await read()).toEqual([
        { id: both, profile: { holidays, regulator: 'abu-dhabi' } },
        { id: own, profile: { weekend: [6, 0], holidays, regulator: 'abu-dhabi' } },
        { id: none, profile: {} },
      ])
    }))
})

describe('on a shared PostgreSQL', () => {
  it('two servers that start together take turns', async () => {
    const url = await createPostgresDatabase()
    const servers = await Promise.all([openPostgres(url), openPostgres(url), openPostgres(url)])
    const applied = await Promise.all(servers.map(({ db }) => migrate(db, all)))
    // A background migration is a step of its own, which another of them may run.
    expect(applied.flat().toSorted()).toEqual(names.toSorted())
    await Promise.all(servers.map((server) => server.close()))
  })

  it('OPS-43: an owner who is no superuser can migrate, on the PostgreSQL that is installed, and its server is held by row-level security', async () => {
    const url = await createOwnedDatabase('bawaba_owner')
    const database = await openDatabase({ dataDir: '', databaseUrl: url })
    expect(database.applied).toEqual(names)
    const counted = await database.tenant('01900000-0000-7000-8000-00000000000a', (tx) =>
      tx.execute(sql`select count(*)::int as n, current_user as role from sites`),
    )
    expect(counted.rows).toEqual([{ n: 0, role: 'app_tenant' }])
    await database.close()
  })

  it('a server that may not switch roles says so', async () => {
    const url = await createOwnedDatabase('bawaba_stranger')
    const admin = await openPostgres(inject('postgresUrl'))
    await (await openDatabase({ dataDir: '', databaseUrl: url })).close()
    await admin.pool.query('revoke app_tenant from bawaba_stranger cascade')
    await admin.close()
    await expect(openDatabase({ dataDir: '', databaseUrl: url })).rejects.toThrow(
      /^The user of the database in .* can't switch to the role app_tenant; grant it that role\.$/,
    )
  })

  it('one that is not there, or that lets nobody in, is named without its password', async () => {
    const gone = openDatabase({ dataDir: '', databaseUrl: 'postgresql://me:secret@127.0.0.1:1/school' })
    await expect(gone).rejects.toThrow(
      "PostgreSQL at 127.0.0.1:1/school can't be used: connect ECONNREFUSED 127.0.0.1:1.",
    )
    const missing = inject('postgresUrl').replace('/postgres?', '/no_such?')
    await expect(openDatabase({ dataDir: '', databaseUrl: missing })).rejects.toThrow(
      /database "no_such" does not exist/,
    )
  })
})

/** A database whose owner has the rights that a hosting company gives: may create roles, is not a superuser. */
async function createOwnedDatabase(owner: string): Promise<string> {
  const url = await createPostgresDatabase()
  const admin = await openPostgres(inject('postgresUrl'))
  const database = new URL(url).pathname.slice(1)
  await admin.pool.query(`create role ${owner} login createrole`)
  await admin.pool.query(`alter database ${database} owner to ${owner}`)
  // Since PostgreSQL 16 only who has made a role may grant it, and this cluster's superuser has made ours already.
  const { rows } = await admin.pool.query<{ new: boolean }>(
    `select current_setting('server_version_num')::int >= 160000 as new`,
  )
  if (rows[0]?.new) await admin.pool.query(`grant app_tenant, app_directory to ${owner} with admin option`)
  await admin.close()
  return url.replace('postgres@', `${owner}@`)
}
