import pg from 'pg'
import { inOrder, type TableRow, tablesQuery } from '#server/kernel/tables.ts'

export interface ClonedSchool {
  schoolId: string
  code: string
}

export interface Size {
  schools: number
  tillsEach: number
  pupilsEach: number
}

/** Rows of these tables are nobody's of the copy: sessions and devices of the school that is copied, and keys made for it alone. */
const notCopied = ['due_work', 'face_settings', 'server_generations', 'sessions']

/**
 * Copies a demo school so many times in a database that is not distributed yet, with more tills and pupils: same ids in another school,
 * so that everything which is found without a school's id comes out wrong.
 */
export async function cloneSchools(url: string, code: string, size: Size): Promise<ClonedSchool[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ school_id: string }>('select school_id from schools where code = $1', [code])
    const from = rows[0]?.school_id
    if (from === undefined) throw new Error(`there is no school ${code}`)
    await addTills(client, from, size.tillsEach)
    await addPupils(client, from, size.pupilsEach)
    const copy = await copier(client, from)
    const made: ClonedSchool[] = []
    for (let no = 0; no < size.schools; no += 1) {
      const clone = { schoolId: crypto.randomUUID(), code: `scale-${no}` }
      await copy(clone)
      made.push(clone)
    }
    await client.query('analyze')
    return made
  } finally {
    await client.end()
  }
}

async function copier(client: pg.Client, from: string): Promise<(to: ClonedSchool) => Promise<void>> {
  const { rows } = await client.query<TableRow>(tablesQuery)
  const statements: string[] = []
  for (const { name, columns } of inOrder(rows)) {
    if (!columns.includes('school_id') || notCopied.includes(name)) continue
    const { rowCount } = await client.query(`select from ${name} where school_id = $1 limit 1`, [from])
    if (rowCount === 0) continue
    const others: Record<string, string> = {
      school_id: '$2::uuid',
      ...(name === 'schools' && { code: '$3', domain: 'null' }),
    }
    statements.push(`insert into ${name} (${columns.join(', ')})
      select ${columns.map((column) => others[column] ?? column).join(', ')} from ${name}
      where school_id = $1 and $2::uuid is not null and $3::text is not null`)
  }
  return async ({ schoolId, code }) => {
    await client.query('begin')
    for (const statement of statements) await client.query(statement, [from, schoolId, code])
    await client.query('commit')
  }
}

async function addTills(client: pg.Client, schoolId: string, wanted: number) {
  await client.query(
    `insert into tills (school_id, id, site_id, code, kind, name)
      select school_id, gen_random_uuid(), site_id, 'X' || n, kind, name
      from (select * from tills where school_id = $1 and kind <> 'desk' order by code limit 1) t,
        generate_series(1, greatest(0, $2::int - (select count(*)::int from tills where school_id = $1 and kind <> 'desk'))) n`,
    [schoolId, wanted],
  )
}

async function addPupils(client: pg.Client, schoolId: string, wanted: number) {
  const { rows } = await client.query<{ columns: string[] }>(
    `select array(select quote_ident(attname) from pg_attribute
      where attrelid = 'customers'::regclass and attnum > 0 and not attisdropped) as columns`,
  )
  const others: Record<string, string> = {
    id: 'gen_random_uuid()',
    admission_no: `'S' || n`,
    card_no: 'null',
    version: '(select max(version) from customers where school_id = $1)',
  }
  const columns = rows[0]?.columns ?? []
  await client.query(
    `insert into customers (${columns.join(', ')})
      select ${columns.map((column) => others[column] ?? column).join(', ')}
      from (select * from customers where school_id = $1 and active order by id limit 1) c,
        generate_series(1, greatest(0, $2::int - (select count(*)::int from customers where school_id = $1))) n`,
    [schoolId, wanted],
  )
}
