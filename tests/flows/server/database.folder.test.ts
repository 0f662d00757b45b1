import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Keeper } from '#server/kernel/maintenance/maintenance.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openEmbedded } from '#server/node/open-embedded.ts'
import { startPgliteThread } from '#server/node/pglite-thread.ts'
import { emptyFolder, readyFolder, removeFolders, startFolderChild } from '#tests/support/embedded-folder.ts'

// Whole processes start here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })
afterAll(removeFolders)

const school = '01900000-0000-7000-8000-00000000000a'
const open = (dataDir: string) => openDatabase({ dataDir })
const problemOf = (dataDir: string) =>
  open(dataDir).then(
    () => 'opened',
    (error: { problem: string }) => error.problem,
  )
const openEngine = (dataDir: string) => openEmbedded(dataDir, () => {})

describe('the embedded database and its folder', () => {
  it('refuses a second server, and opens at once with every acknowledged row after a kill', async () => {
    const folder = readyFolder()
    const first = startFolderChild(folder)
    await first.printed('ack 5')
    const second = await startFolderChild(folder).ended
    expect(second).toEqual({
      code: 1,
      stderr: `The data folder ${join(folder, 'database')} is in use by another Bawaba server; stop that one, or set DATA_DIR to another folder.`,
    })
    first.process.kill('SIGKILL')
    await first.ended
    const acknowledged = first.lines.filter((line) => line.startsWith('ack ')).length
    const database = await open(folder)
    const { rows } = await database.tenant(school, (tx) =>
      tx.execute<{ n: number }>(sql`select count(*)::int as n from sites`),
    )
    await database.close()
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged)
    expect(acknowledged).toBeGreaterThanOrEqual(5)
  })

  it('ends with its engine when the log has no room, and opens with everything acknowledged', async () => {
    const folder = readyFolder()
    const death = Promise.withResolvers<Error>()
    const engine = await openEmbedded(folder, death.resolve)
    const log = join(folder, 'database/pgdata/pg_wal')
    // Nowhere to begin the next piece of the log, as on a full disk.
    renameSync(log, `${log}.away`)
    let acknowledged = 0
    const write = async () => {
      for (let n = 0; n < 100; n += 1) {
        await engine.pool.query(`insert into sites (school_id, id, code, name)
          select '${school}', gen_random_uuid(), '${n}-' || part, '{}' from generate_series(1, 2000) part`)
        acknowledged += 2000
      }
    }
    await expect(write()).rejects.toThrow()
    expect((await death.promise).message).toMatch(/the database thread ended/)
    await engine.close()
    renameSync(`${log}.away`, log)
    const again = await openEngine(folder)
    const { rows } = await again.pool.query<{ n: number }>('select count(*)::int as n from sites')
    await again.close()
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged)
  })

  it('starts over when the first start was killed half-way', async () => {
    const folder = emptyFolder()
    const first = startFolderChild(folder)
    const unfinished = join(folder, 'database/pgdata.new/base')
    while (!existsSync(unfinished)) await new Promise((resolve) => setTimeout(resolve, 10))
    first.process.kill('SIGKILL')
    await first.ended
    expect(existsSync(join(folder, 'database/pgdata'))).toBe(false)
    const database = await open(folder)
    expect(database.applied).toEqual(readMigrations().map(({ name }) => name))
    await database.close()
    expect(readdirSync(join(folder, 'database')).toSorted()).toEqual(['lock.sqlite', 'pgdata'])
  })

  it('shuts the folder to other users', async () => {
    const folder = readyFolder()
    await (await open(folder)).close()
    expect((statSync(join(folder, 'database')).mode & 0o777).toString(8)).toBe('700')
  })

  it('says so when the folder may not be written', async () => {
    const folder = emptyFolder()
    mkdirSync(folder, { recursive: true, mode: 0o555 })
    const nobody = { uid: 65_534, gid: 65_534 }
    const { code, stderr } = await startFolderChild(folder, process.getuid?.() === 0 ? nobody : {}).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^The data folder .* can't be written \(EACCES\); give this user the right to, or set DATA_DIR\.$/,
    )
  })

  it('says so when there can be no folder', async () => {
    const file = emptyFolder()
    writeFileSync(file, '')
    expect(await problemOf(join(file, 'data'))).toBe('folder-not-writable')
  })

  it('leaves a folder alone that is not its own', async () => {
    const other = emptyFolder()
    mkdirSync(join(other, 'database/pgdata'), { recursive: true })
    writeFileSync(join(other, 'database/pgdata/thesis.txt'), 'years of work')
    expect(await problemOf(other)).toBe('folder-not-ours')
    expect(existsSync(join(other, 'database/pgdata/thesis.txt'))).toBe(true)
    const old = readyFolder()
    writeFileSync(join(old, 'database/pgdata/PG_VERSION'), '17\n')
    expect(await problemOf(old)).toBe('folder-not-ours')
  })

  it('refuses a database made by a newer version, or by another build', async () => {
    const newer = readyFolder()
    await change(newer, `insert into schema_migrations (name, hash) values ('9999_future.sql', 'x')`)
    await expect(open(newer)).rejects.toThrow(/^The database in .* was made by a newer version of Bawaba; start that/)
    const other = readyFolder()
    await change(other, `update schema_migrations set hash = 'x' where name = '0053_baseline.sql'`)
    expect(await problemOf(other)).toBe('changed-migration')
  })

  it('refuses to run when a table can be read past row-level security', async () => {
    const folder = readyFolder()
    await change(folder, 'alter table sites disable row level security')
    await expect(open(folder)).rejects.toThrow(/^Row-level security is not in force in .* for sites\.$/)
  })
})

describe('what the embedded engine would not do by itself', () => {
  it('flushes every commit; without our file system it flushes none', async () => {
    const flushes = async (durable: boolean) => {
      const thread = await startPgliteThread({ folder: join(readyFolder(), 'database/pgdata'), durable })
      const { default: pg } = await import('pg')
      const pool = new pg.Pool({ stream: () => thread.stream(), max: 1, user: 'postgres', database: 'postgres' })
      await pool.query('create table probe (n int)')
      const before = await thread.fsyncCount()
      for (let n = 0; n < 10; n += 1) await pool.query('insert into probe values ($1)', [n])
      const after = await thread.fsyncCount()
      await pool.end()
      await thread.close()
      return after - before
    }
    expect(await flushes(true)).toBe(10)
    expect(await flushes(false)).toBe(0)
  })

  it('gives the room of deleted rows back', async () => {
    const engine = await openEngine(readyFolder())
    await engine.pool.query(`insert into sites (school_id, id, code, name)
      select '${school}', gen_random_uuid(), n::text, '{}' from generate_series(1, 1000) n`)
    await engine.pool.query('delete from sites')
    const keeper = new Keeper(engine.db)
    await keeper.round()
    await keeper.vacuum()
    const { rows } = await engine.pool.query(`select pg_relation_size('sites')::int as bytes`)
    await engine.close()
    expect(rows).toEqual([{ bytes: 0 }])
  })

  it('writes checkpoints, and statistics of tables that have rows', async () => {
    const engine = await openEngine(readyFolder())
    const wal = async () => {
      const { rows } = await engine.pool.query<{ bytes: number }>(
        'select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
      )
      return rows[0]?.bytes ?? 0
    }
    await engine.pool.query(`insert into sites (school_id, id, code, name)
      select '${school}', gen_random_uuid(), n::text, '{}' from generate_series(1, 1000) n`)
    for (let n = 0; n < 66; n += 1) {
      await engine.pool.query(`select pg_logical_emit_message(false, 'test', repeat('x', 1024 * 1024))`)
    }
    expect(await wal()).toBeGreaterThan(64 * 2 ** 20)
    await new Keeper(engine.db).round()
    expect(await wal()).toBeLessThan(2 ** 20)
    const { rows } = await engine.pool.query(`select relname, reltuples::int from pg_class
      where relname in ('sites', 'tills') order by 1`)
    await engine.close()
    expect(rows).toEqual([
      { relname: 'sites', reltuples: 1000 },
      { relname: 'tills', reltuples: -1 },
    ])
  })
})

async function change(dataDir: string, statement: string) {
  const engine = await openEngine(dataDir)
  await engine.pool.query(statement)
  await engine.close()
}
