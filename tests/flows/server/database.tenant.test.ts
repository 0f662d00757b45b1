import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db, Tx } from '#server/kernel/db.ts'
import { sqlState } from '#server/kernel/retry.ts'
import { createTestDatabase, engines, type TestDatabase } from '#tests/support/database.ts'

const alnoor = '01900000-0000-7000-8000-00000000000a'
const manara = '01900000-0000-7000-8000-00000000000b'
const directoryTables = new Set(['schools', 'due_work'])

const insertSite = (tx: Db | Tx, school: string, id: string) =>
  tx.execute(sql`insert into sites (school_id, id, code, name)
    values (${school}, ${id}, ${id.slice(-4)}, '{"en":"Canteen","ar":"المقصف"}')`)
const siteId = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const sitesSeen = async (tx: Tx) => {
  const { rows } = await tx.execute<{ school_id: string }>(sql`select school_id from sites`)
  return rows.map((row) => row.school_id)
}

describe.each(engines)('the tenant door on %s', (engine) => {
  let opened: TestDatabase

  beforeAll(async () => {
    opened = await createTestDatabase(engine)
    for (const n of [1, 2, 3]) await opened.database.tenant(alnoor, (tx) => insertSite(tx, alnoor, siteId(n)))
    for (const n of [4, 5]) await opened.database.tenant(manara, (tx) => insertSite(tx, manara, siteId(n)))
  })
  afterAll(() => opened.close())

  it('shows a query that forgets its school only the rows of its own', async () => {
    expect(await opened.database.tenant(alnoor, sitesSeen)).toEqual([alnoor, alnoor, alnoor])
    expect(await opened.database.tenant(manara, sitesSeen)).toEqual([manara, manara])
  })

  it('lets a forgotten condition change and delete only rows of its own', async () => {
    const touched = await opened.database.tenant(manara, async (tx) => {
      await tx.execute(sql`update sites set code = 'M' || right(id::text, 1)`)
      await tx.execute(sql`delete from sites where code <> 'M5'`)
      return sitesSeen(tx)
    })
    expect(touched).toEqual([manara])
    expect(await opened.database.tenant(alnoor, sitesSeen)).toHaveLength(3)
  })

  it('refuses a row for another school', async () => {
    const foreign = opened.database.tenant(alnoor, (tx) => insertSite(tx, manara, siteId(9)))
    expect(sqlState(await foreign.catch((error: unknown) => error))).toBe('42501')
    const moved = opened.database.tenant(alnoor, (tx) => tx.execute(sql`update sites set school_id = ${manara}`))
    expect(sqlState(await moved.catch((error: unknown) => error))).toBe('42501')
  })

  it('finds nothing in any table when no school is set', async () => {
    const tables = await tenantTables(opened.owner)
    expect(tables.length).toBeGreaterThan(10)
    await opened.owner.transaction(async (tx) => {
      await tx.execute(sql`set local role app_tenant`)
      for (const table of tables) {
        const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`)
        expect([table, rows[0]?.n]).toEqual([table, 0])
      }
    })
  })

  it('guards every table there is, and keeps the migrations out of reach', async () => {
    const { rows } = await opened.owner.execute<{ name: string; guarded: boolean }>(sql`
      select relname as name, relrowsecurity as guarded from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
    expect(rows.filter(({ guarded }) => !guarded).map(({ name }) => name)).toEqual(['schema_migrations'])
    for (const door of [
      opened.database.tenant(alnoor, (tx) => tx.execute(sql`select * from schema_migrations`)),
      opened.database.directory((tx) => tx.execute(sql`select * from schema_migrations`)),
    ]) {
      expect(sqlState(await door.catch((error: unknown) => error))).toBe('42501')
    }
  })

  it('gives the directory the schools and what is due to read, and nothing else', async () => {
    for (const table of await tenantTables(opened.owner)) {
      const read = opened.database.directory((tx) => tx.execute(sql`select 1 from ${sql.identifier(table)}`))
      const state = await read.then(() => 'allowed', sqlState)
      expect([table, state]).toEqual([table, directoryTables.has(table) ? 'allowed' : '42501'])
    }
    const write = opened.database.directory((tx) => tx.execute(sql`delete from schools`))
    expect(sqlState(await write.catch((error: unknown) => error))).toMatch(/^(42501|25006)$/)
  })

  it('leaves neither role nor school behind, after success and after failure', async () => {
    const failing = opened.database.tenant(alnoor, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    const { rows } = await opened.owner.execute(sql`
      select current_user = session_user as itself, coalesce(current_setting('app.school_id', true), '') as school`)
    expect(rows).toEqual([{ itself: true, school: '' }])
  })

  it('keeps schools apart when many ask at once', async () => {
    const asked = Array.from({ length: 40 }, (_, i) => (i % 2 ? alnoor : manara))
    const seen = await Promise.all(asked.map((school) => opened.database.tenant(school, sitesSeen)))
    expect(seen.map((rows) => new Set(rows))).toEqual(asked.map((school) => new Set([school])))
  })

  it('refuses a school id that is not a UUID before it asks the database', async () => {
    await expect(opened.database.tenant("'; drop table sites", sitesSeen)).rejects.toThrow(TypeError)
  })

  it('runs a transaction again when it lost against another, and only then', async () => {
    const attempt = async (state: string) => {
      let runs = 0
      const work = opened.database.tenant(alnoor, async (tx) => {
        runs += 1
        if (runs < 3) await tx.execute(sql.raw(`do $$ begin raise exception 'lost' using errcode = '${state}'; end $$`))
        return runs
      })
      return [await work.catch(sqlState), runs]
    }
    expect(await attempt('40001')).toEqual([3, 3])
    expect(await attempt('40P01')).toEqual([3, 3])
    expect(await attempt('23505')).toEqual(['23505', 1])
  })
})

async function tenantTables(owner: Db): Promise<string[]> {
  const { rows } = await owner.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'school_id'`)
  return rows.map(({ name }) => name)
}
