import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, engines, type TestDatabase } from '#tests/support/database.ts'
import { sourceFiles, textOf } from '#tests/support/source.ts'

/*
 * What lets a school be moved to a node of its own: src/decisions, "schools are spread over nodes by Citus". A key that does not begin with
 * the school can't be checked by one node.
 */

describe.each(engines)('the catalogue on %s', (engine) => {
  let opened: TestDatabase

  beforeAll(async () => {
    opened = await createTestDatabase(engine)
  })
  afterAll(() => opened.close())

  const lines = async (query: ReturnType<typeof sql>) => {
    const { rows } = await opened.owner.execute<{ line: string }>(query)
    return rows.map(({ line }) => line)
  }
  const ofSchools = sql`c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id')`

  it('has a primary key on every table of schools, and none of its unique keys begins with anything but the school', async () => {
    expect(
      await lines(sql`select c.relname as line from pg_class c where ${ofSchools}
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`),
    ).toEqual([])
    expect(
      await lines(sql`select pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid
        where ${ofSchools} and i.indisunique and c.relname <> 'schools' and not exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'school_id' and a.attnum = i.indkey[0])`),
    ).toEqual([])
  })

  it('has no reference between tables that could leave the school', async () => {
    const place = (
      key: string,
      table: string,
    ) => sql`array_position(o.${sql.raw(key)}, (select a.attnum from pg_attribute a
      where a.attrelid = o.${sql.raw(table)} and a.attname = 'school_id'))`
    expect(
      await lines(sql`select o.conname as line from pg_constraint o join pg_class c on c.oid = o.conrelid
        where o.contype = 'f' and ${ofSchools}
          and (${place('conkey', 'conrelid')} is null
            or ${place('conkey', 'conrelid')} is distinct from ${place('confkey', 'confrelid')})`),
    ).toEqual([])
  })

  it('has no policy with a subquery, and no trigger, which a distributed table can not have', async () => {
    expect(
      await lines(sql`select policyname as line from pg_policies
        where schemaname = current_schema() and concat(qual, ' ', with_check) ~* 'select'`),
    ).toEqual([])
    expect(
      await lines(sql`select tgname as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where ${ofSchools} and not t.tgisinternal`),
    ).toEqual([])
  })

  it('looks a school up in an index by what its policy asks alone', async () => {
    const { rows } = await opened.owner.transaction(async (tx) => {
      await tx.execute(sql`insert into sites (school_id, id, code, name)
        select gen_random_uuid(), gen_random_uuid(), n::text, '{"en":"Canteen","ar":"المقصف"}' from generate_series(1, 2000) n`)
      await tx.execute(sql`analyze sites`)
      await tx.execute(sql`set local role app_tenant`)
      await tx.execute(sql`set local app.school_id = '01900000-0000-7000-8000-00000000000a'`)
      return tx.execute(sql`explain select * from sites`)
    })
    expect(JSON.stringify(rows)).toContain('Index Cond')
  })
})

describe('an insert of selected rows', () => {
  /** With a school that is given, Citus would copy the rows, which PostgreSQL refuses under row-level security. */
  const withGivenSchool = /insert into (\w+)[^`]*?\bselect\s+\$\{[^}]*(?:schoolId|school_id)\}/g
  const found = (text: string) => [...text.matchAll(withGivenSchool)].map(([, table]) => table)

  it('takes its school from a table of schools, by `givenRows` where rows are given', () => {
    expect(found('insert into cards (school_id, id) select ${schoolId}::uuid, r.id from ${rows}')).toEqual(['cards'])
    const server = sourceFiles().filter((path) => path.startsWith('src/server/') && !path.endsWith('.test.ts'))
    expect(server.length).toBeGreaterThan(500)
    expect(server.flatMap((path) => found(textOf(path)).map((table) => `${path}: ${table}`))).toEqual([])
  })
})
