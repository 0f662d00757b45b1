import type pg from 'pg'

export interface Table {
  /** Quoted where necessary, ready for a statement. */
  name: string
  columns: string[]
}

interface Row {
  name: string
  columns: string[]
  /** Tables that must be filled before this one. */
  needs: string[]
}

/** Lists our tables, referenced ones first. */
export async function listTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Row>(`
    select c.oid::regclass::text as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
    order by 1`)
  return inOrder(rows)
}

function inOrder(rows: readonly Row[]): Table[] {
  const done = new Set<string>()
  const ordered: Table[] = []
  while (ordered.length < rows.length) {
    const ready = rows.filter(({ name, needs }) => !done.has(name) && needs.every((need) => done.has(need)))
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle')
    for (const { name, columns } of ready) {
      ordered.push({ name, columns })
      done.add(name)
    }
  }
  return ordered
}

/** Returns a table's row count and the sum of a hash of each: equal on both engines if and only if all rows are. */
export async function countAndSum(client: pg.PoolClient, table: string): Promise<{ rows: number; sum: string }> {
  await client.query(`set local timezone = 'UTC'`)
  const { rows } = await client.query<{ rows: number; sum: string }>(`
    select count(*)::int as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum
    from ${table} t`)
  return rows[0] ?? { rows: 0, sum: '0' }
}
