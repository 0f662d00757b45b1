import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import type { Migration } from '#server/db/migration.ts'
import { LockedDatabaseError } from '#server/db/migration-errors.ts'
import type { Db } from '#server/kernel/db.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { createPostgresDatabase, createTestDatabase, engines } from '#tests/support/database.ts'
import { postgresTemplate } from '#tests/support/global-setup.ts'

const all = readMigrations()
const school = '01900000-0000-7000-8000-00000000000a'
const breakpoint = '--> statement-breakpoint\n'

const widen: Migration = { name: '9000_change.sql', sql: '-- expand: a note\nalter table sites add column note text' }
const fill: Migration = {
  name: '9001_change.sql',
  sql: `-- background: fills the note
update sites set note = code where (school_id, id) in
  (select school_id, id from sites where note is null limit 40) returning 1;${breakpoint}
create index concurrently sites_note_idx on sites (school_id, note)`,
}
const tighten: Migration = {
  name: '9002_change.sql',
  sql: '-- contract: a note is needed\nalter table sites alter column note set not null',
}

const addSites = (db: Db, count: number) =>
  db.execute(sql`insert into sites (school_id, id, code, name)
    select ${school}, gen_random_uuid(), gen_random_uuid()::text, '{}' from generate_series(1, ${count}::int)`)

const one = async <T>(db: Db, query: ReturnType<typeof sql>) => (await db.execute<{ value: T }>(query)).rows[0]?.value

const isValid = (db: Db) =>
  one<boolean>(db, sql`select indisvalid as value from pg_index where indexrelid = to_regclass('sites_note_idx')`)

describe.each(engines)('on %s, a background migration', (engine) => {
  it('runs in batches, after what comes before it and before what comes after', async () => {
    const { owner, close } = await createTestDatabase(engine)
    await addSites(owner, 100)
    expect(await migrate(owner, [...all, tighten, fill, widen])).toEqual([widen.name, fill.name, tighten.name])
    expect(await one(owner, sql`select count(*)::int as value from sites where note = code`)).toBe(100)
    // A row is written by the transaction of its batch.
    expect(await one(owner, sql`select count(distinct xmin::text)::int as value from sites`)).toBe(3)
    expect(await isValid(owner)).toBe(true)
    expect(await migrate(owner, [...all, widen, fill, tighten])).toEqual([])
    await close()
  })

  it('goes on where it was interrupted, also with an index that broke off', async () => {
    const { owner, close } = await createTestDatabase(engine)
    await addSites(owner, 100)
    // A unique index over equal values: its build fails at the end and leaves an invalid one.
    const broken = {
      ...fill,
      sql: fill.sql.replace(/create index .*/, 'create unique index concurrently sites_note_idx on sites (school_id)'),
    }
    await expect(migrate(owner, [...all, widen, broken])).rejects.toThrow(/sites_note_idx/)
    expect(await isValid(owner)).toBe(false)
    expect(await one(owner, sql`select count(*)::int as value from sites where note = code`)).toBe(100)
    await addSites(owner, 50)
    expect(await migrate(owner, [...all, widen, fill])).toEqual([fill.name])
    expect(await one(owner, sql`select count(distinct xmin::text)::int as value from sites`)).toBe(5)
    expect(await isValid(owner)).toBe(true)
    await close()
  })
})

it('OPS-32: a background migration killed twenty times ends in the same rows, each written once', async () => {
  const url = await createPostgresDatabase(postgresTemplate)
  const watching = await openPostgres(url)
  await addSites(watching.db, 2000)
  await watching.db.execute(sql`alter table sites add column note text not null default ''`)
  const slowly: Migration = {
    name: '9001_change.sql',
    sql: `-- background: marks each row once
update sites set note = note || '+' where (school_id, id) in
  (select school_id, id from sites where note = '' order by id limit 10) and (select pg_sleep(0.02)) is not null returning 1`,
  }
  for (let kill = 0; kill < 20; kill += 1) {
    const { db, close } = await openPostgres(url)
    const ended = migrate(db, [...all, slowly]).then(
      () => 'done',
      () => 'killed',
    )
    const marked = sql`select count(*)::int as value from sites where note <> ''`
    const before = (await one<number>(watching.db, marked)) ?? 0
    await expect.poll(() => one<number>(watching.db, marked), { timeout: 20_000, interval: 2 }).toBeGreaterThan(before)
    await watching.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    expect(await ended).toBe('killed')
    await close()
  }
  const { db, close } = await openPostgres(url)
  expect(await migrate(db, [...all, slowly])).toEqual([slowly.name])
  expect((await db.execute(sql`select note, count(*)::int from sites group by note`)).rows).toEqual([
    { note: '+', count: 2000 },
  ])
  await Promise.all([close(), watching.close()])
}, 180_000)

describe('a migration that meets other sessions', () => {
  /** Two servers of one database, and a session that holds one of its tables until `release`. */
  async function openBusy() {
    const url = await createPostgresDatabase(postgresTemplate)
    const [ours, theirs] = [await openPostgres(url), await openPostgres(url)]
    const holder = await theirs.pool.connect()
    await holder.query('begin; lock table sites in access share mode')
    const release = async () => {
      await holder.query('commit')
      holder.release()
    }
    const close = () => Promise.all([ours.close(), theirs.close()])
    return { ours: ours.db, theirs: theirs.db, url, release, close }
  }

  it('OPS-33: waits a little, lets the others go on, and tries again', async () => {
    const { ours, theirs, release, close } = await openBusy()
    const patience = { lockTimeoutMs: 200, pausesMs: Array.from({ length: 50 }, () => 300) }
    const migrating = migrate(ours, [...all, widen], patience)
    // Behind a migration that waits, everybody else waits as well, but never longer than its time-out.
    for (let round = 0; round < 5; round += 1) {
      const before = performance.now()
      await theirs.execute(sql`select count(*) from sites`)
      expect(performance.now() - before).toBeLessThan(5000)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await release()
    expect(await migrating).toEqual([widen.name])
    await close()
  })

  it('gives up after a number of attempts and leaves the database as it was', async () => {
    const { ours, release, close } = await openBusy()
    const made: Migration = { name: '8999_change.sql', sql: '-- expand: a table\ncreate table made (n int)' }
    const patience = { lockTimeoutMs: 50, pausesMs: [10, 10] }
    const migrating = migrate(ours, [...all, made, widen], patience)
    await expect(migrating).rejects.toThrow(LockedDatabaseError)
    await expect(migrating).rejects.toThrow('no lock in 3 attempts')
    expect(await one(ours, sql`select to_regclass('made')::text as value`)).toBeNull()
    await release()
    expect(await migrate(ours, [...all, made, widen], patience)).toEqual([made.name, widen.name])
    await close()
  })

  it('says so to the person who starts the server', async () => {
    const { url, release, close } = await openBusy()
    const opened = openDatabase({
      dataDir: '',
      databaseUrl: url,
      migrations: [...all, widen],
      patience: { lockTimeoutMs: 50, pausesMs: [] },
    })
    await expect(opened).rejects.toThrow(/^The database in .* is busy: a migration got no lock in 1 attempts?; end the/)
    await release()
    await close()
  })

  it('is run by one of several servers that start together', async () => {
    const url = await createPostgresDatabase(postgresTemplate)
    const servers = await Promise.all([openPostgres(url), openPostgres(url), openPostgres(url)])
    const [first] = servers
    await addSites(first.db, 200)
    const ran = await Promise.all(servers.map(({ db }) => migrate(db, [...all, widen, fill, tighten])))
    expect(ran.flat().toSorted()).toEqual([widen.name, fill.name, tighten.name])
    expect(await isValid(first.db)).toBe(true)
    await Promise.all(servers.map((server) => server.close()))
  })
})

it('a migration without a mark is not run', async () => {
  const { owner, close } = await createTestDatabase('pglite')
  await expect(migrate(owner, [...all, { ...widen, sql: 'alter table sites add column note text' }])).rejects.toThrow(
    /^9000_change\.sql does not begin with "-- expand: …"/,
  )
  await close()
})
