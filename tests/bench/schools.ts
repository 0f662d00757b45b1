import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { schools } from '#server/features/school/school.table.ts'
import type { Database } from '#server/kernel/db.ts'
import { inOrder, type TableRow, tablesQuery } from '#server/kernel/tables.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { importCatalogue } from '#shared/pos/catalogue-import.contract.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { childEnv } from '#tests/support/served/child-env.ts'
import { startPostgres } from '../support/postgres.ts'
import { call } from '../support/server.ts'
import { type Figure, toFigure, valueAtMost } from './figure.ts'
import { boxOver } from './ingest/ingest-server.ts'
import { releaseAtEnd, temporaryFolder } from './resources.ts'

const command = fileURLToPath(new URL('../../src/server/node/commands/schools.ts', import.meta.url))
const run = promisify(execFile)

/** A country's schools in one file: 2,000 within five minutes; `BAWABA_SCHOOLS=2000` measures all of them, else a tenth. */
const most = { schools: 2000, seconds: 300 }
const dishes = 60

/**
 * OPS-06: schools of one CSV, each with its administrator and with the texts, forms and catalogue of a template, by the command as a
 * person gives it; beside bare inserts of the same rows, a transaction a school.
 */
export async function benchSchools(isSmoke: boolean): Promise<Figure[]> {
  const many = isSmoke ? 3 : Number(process.env['BAWABA_SCHOOLS'] ?? most.schools / 10)
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const url = cluster.urlOf('postgres')
  const database = await openDatabase({ dataDir: '', databaseUrl: url })
  releaseAtEnd(() => database.close())
  const folder = temporaryFolder()
  const create = async (name: string, codes: readonly string[], ...more: string[]) => {
    const file = join(folder, `${name}.csv`)
    writeFileSync(file, fileOf(codes))
    const env = childEnv({ DATABASE_URL: url, DATA_DIR: folder })
    const beginMs = performance.now()
    const { stdout } = await run(process.execPath, [command, 'create', '--from', file, ...more], {
      env,
      maxBuffer: 16 * 1024 ** 2,
    })
    const counts = /^(\d+) created, (\d+) there already, 0 refused$/m.exec(stdout)?.slice(1).map(Number)
    return { seconds: (performance.now() - beginMs) / 1000, counts }
  }
  const expectCounts = ({ counts }: Awaited<ReturnType<typeof create>>, ...wanted: number[]) => {
    if (String(counts) !== String(wanted))
      throw new Error(`created, there already: ${String(counts)} in place of ${String(wanted)}`)
  }

  expectCounts(await create('model', ['model']), 1, 0)
  await fillCatalogue(database)
  const codes = Array.from({ length: many }, (_, no) => `school-${no}`)
  const first = await create('schools', codes, '--template', 'model')
  expectCounts(first, many, 0)
  const again = await create('schools', codes, '--template', 'model')
  expectCounts(again, 0, many)
  const bare = await insertAgain(url, 'school-0', many)
  const name = `${many} schools from a CSV by a template of ${dishes} dishes`
  const yardstickName = 'bare inserts of the same rows, a transaction a school'
  const limit = (most.seconds * many) / most.schools
  return [
    { name, values: [first.seconds], goal: valueAtMost(isSmoke ? most.seconds : limit) },
    { name: `${name}, the file once more`, values: [again.seconds], goal: valueAtMost(isSmoke ? most.seconds : 30) },
  ].map((each) => toFigure({ ...each, unit: 's', yardstickName, yardsticks: [bare] }))
}

const fileOf = (codes: readonly string[]) =>
  [
    'code,name_en,name_ar,country,admin_email,admin_name_en,admin_name_ar',
    ...codes.map((code, no) => `${code},School ${no},مدرسة ${no},KW,head@${code}.example,Noora,نورة`),
  ].join('\n')

/** Gives the template a catalogue. */
async function fillCatalogue(database: Database): Promise<void> {
  const box = boxOver(database)
  const [model] = await database.directory((tx) => tx.select().from(schools).where(eq(schools.code, 'model')))
  if (!model) throw new Error('there is no template')
  const caller = await signInAs(box, model, 'supervisor', ['supervisor'])
  const lines = Array.from(
    { length: dishes },
    (_, no) => `Dish ${no},طبق ${no},Shelf ${no % 6},رف ${no % 6},0.250,Z0,yes`,
  )
  const heads = 'Name (English),Name (Arabic),Category (English),Category (Arabic),Price,Tax code,On sale'
  const data = Buffer.from([heads, ...lines].join('\n')).toString('base64')
  const { status, body } = await call(box.app, caller, importCatalogue, { data, isApplied: true })
  if (status !== 200 || importCatalogue.reply.parse(body).counts.new !== dishes)
    throw new Error(`the template's catalogue: ${status} ${JSON.stringify(body)}`)
}

/** Writes the rows of this school once more for as many others, a statement a table. @returns seconds */
async function insertAgain(url: string, code: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<TableRow>(tablesQuery)
  const { rows: made } = await client.query<{ school_id: string }>('select school_id from schools where code = $1', [
    code,
  ])
  const from = made[0]?.school_id
  const filled: string[] = []
  for (const { name, columns } of inOrder(rows)) {
    if (!columns.includes('school_id')) continue
    const { rowCount } = await client.query(`select from ${name} where school_id = $1 limit 1`, [from])
    if (rowCount === 0) continue
    const others: Record<string, string> = { school_id: '$2::uuid', ...(name === 'schools' && { code: '$3' }) }
    const values = columns.map((column) => others[column] ?? column)
    // Each statement names all three, as each is given all three.
    filled.push(`insert into ${name} (${columns.join(', ')}) select ${values.join(', ')} from ${name}
      where school_id = $1 and $2::uuid is not null and $3::text is not null`)
  }
  const beginMs = performance.now()
  for (let no = 0; no < count; no += 1) {
    const of = [from, crypto.randomUUID(), `again-${no}`]
    await client.query('begin')
    for (const insert of filled) await client.query(insert, of)
    await client.query('commit')
  }
  const seconds = (performance.now() - beginMs) / 1000
  await client.end()
  return seconds
}
