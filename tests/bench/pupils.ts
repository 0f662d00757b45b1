import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/node/open-database.ts'
import { machineRandom } from '#server/node/machine.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { accountSummary, accountSummaryTotals } from '#shared/pos/account-summary.contract.ts'
import { readCatalogue } from '#shared/pos/catalogue-edit.contract.ts'
import { importCatalogue } from '#shared/pos/catalogue-import.contract.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { listClasses } from '#shared/students/pupils/class.contract.ts'
import { listPupils } from '#shared/students/pupils/pupil.contract.ts'
import { checkPupilImport, pupilImports, runPupilImport } from '#shared/students/pupils/pupil-import.contract.ts'
import { openCanteen } from '#tests/support/pos/canteen.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { makeSchool } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Box, type Caller, call } from '../support/server.ts'
import { type Figure, percentile, toFigure, valueAtMost } from './figure.ts'
import { analyze } from './ingest/ingest.ts'
import { boxOver } from './ingest/ingest-server.ts'
import { releaseAtEnd } from './resources.ts'

const full = { pupils: 20_000, items: 5000, rounds: 5, calls: 20 }
const tiny = { pupils: 600, items: 40, rounds: 1, calls: 2 }
type Size = typeof full

/** A school of 20,000 pupils and 5,000 items: its files brought in, and the calls of its pages. */
export async function benchPupils(isSmoke: boolean): Promise<Figure[]> {
  const size = isSmoke ? tiny : full
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const url = cluster.urlOf('postgres')
  const database = await openDatabase({ dataDir: '', databaseUrl: url })
  releaseAtEnd(() => database.close())
  const box = boxOver(database)
  const { school } = await openCanteen(box, 'bench')
  const caller = await signInAs(box, school, 'registrar', ['registrar', 'finance', 'supervisor'])
  const imported = await importFigure(box, caller, size)
  await bringItems(box, caller, size.items)
  await analyze(url)
  return [imported, ...(await callFigures(box, caller, size))]
}

const fileOf = (lines: readonly string[]) => Buffer.from(lines.join('\n')).toString('base64')

const grades = ['KG1', 'KG2', ...Array.from({ length: 12 }, (_, no) => String(no + 1))]

const pupilFile = (count: number) =>
  fileOf([
    'Admission number,Name (English),Name (Arabic),Grade,Class,Birth date,Card number,Guardian,Guardian’s email',
    ...Array.from({ length: count }, (_, no) => {
      const grade = grades[no % grades.length]
      const day = String((no % 27) + 1).padStart(2, '0')
      const card = String(10_000_000 + no)
      return `N${no},Pupil ${no},طالب ${no},${grade},${grade}-${no % 40},2015-03-${day},${card},Parent ${no},parent${no}@example.org`
    }),
  ])

/** Brings the pupils in as the page does, and asks for the progress while that goes on; beside bare inserts of their accounts. */
async function importFigure(box: Box, caller: Caller, { pupils }: Size): Promise<Figure> {
  const beginMs = performance.now()
  const commandId = uuidv7(Date.now(), machineRandom)
  const asked = { commandId, fileName: 'pupils.csv', data: pupilFile(pupils) }
  const { job } = checkPupilImport.reply.parse((await call(box.app, caller, checkPupilImport, asked)).body)
  if (job?.counts.new !== pupils) throw new Error(`the file was read otherwise: ${JSON.stringify(job?.counts)}`)
  await call(box.app, caller, runPupilImport, { id: job.id, isRunning: true })
  const seen = new Set<number>()
  for (let isDone = false; !isDone; ) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const { jobs } = pupilImports.reply.parse((await call(box.app, caller, pupilImports)).body)
    const now = jobs.find(({ id }) => id === job.id)
    seen.add(now?.done ?? 0)
    isDone = now?.state === 'done'
  }
  const took = (performance.now() - beginMs) / 1000
  if (!seen.has(pupils)) throw new Error(`${Math.max(...seen)} of ${pupils} pupils were brought in`)
  return toFigure({
    name: `${pupils} pupils from a CSV, checked and imported, progress seen ${seen.size} times`,
    unit: 's',
    yardstickName: 'bare inserts of their accounts',
    values: [took],
    yardsticks: [await insertAgain(box, pupils)],
    goal: valueAtMost(60),
  })
}

/** As many accounts once more for another school, a hundred in a statement. @returns seconds */
async function insertAgain(box: Box, count: number): Promise<number> {
  const { schoolId } = await makeSchool(box, 'again')
  const beginMs = performance.now()
  await box.db.database.tenant(schoolId, async (tx) => {
    for (let at = 0; at < count; at += 100)
      await tx.execute(sql`
        insert into customers (school_id, id, admission_no, name, class_name, allergens, diet, overdraft, active, version)
        select ${schoolId}, gen_random_uuid(), n::text, '{"en":"Sara","ar":""}', '1-A', '{}', '{}', 0, true, 1
        from generate_series(${at}::int, ${Math.min(at + 99, count - 1)}::int) n`)
  })
  return (performance.now() - beginMs) / 1000
}

async function bringItems(box: Box, caller: Caller, count: number): Promise<void> {
  const data = fileOf([
    'Name (English),Name (Arabic),Category (English),Category (Arabic),Price,Tax code,Barcode,On sale',
    ...Array.from({ length: count }, (_, no) => {
      const category = no % 20
      return `Item ${no},صنف ${no},Shelf ${category},رف ${category},${no % 90}.25,IN,629${String(no).padStart(7, '0')},yes`
    }),
  ])
  const { status, body } = await call(box.app, caller, importCatalogue, { data, isApplied: true })
  const { counts } = importCatalogue.reply.parse(body)
  if (status !== 200 || counts.new !== count) throw new Error(`items: ${status} ${JSON.stringify(counts)}`)
}

async function callFigures(box: Box, caller: Caller, { pupils, items, rounds, calls }: Size): Promise<Figure[]> {
  const slowest = async (endpoint: Endpoint, body: unknown) => {
    const times: number[] = []
    for (let no = 0; no < calls; no += 1) {
      const before = performance.now()
      const { status } = await call(box.app, caller, endpoint, body)
      times.push(performance.now() - before)
      if (status !== 200) throw new Error(`the bench was refused: ${endpoint.path} ${status}`)
    }
    return percentile(times, 0.95)
  }
  const days = { firstDay: '2026-01-01', lastDay: '2026-12-31' }
  const asked: readonly [name: string, endpoint: Endpoint, body: unknown][] = [
    ['the list of pupils, first page and count', listPupils, {}],
    ['a search among the pupils', listPupils, { filter: { text: 'pupil 77' } }],
    ['the pupils of a grade', listPupils, { filter: { grade: '7' } }],
    ['the classes', listClasses, {}],
    ['the summary of accounts, first page', accountSummary, days],
    ['the sums of all accounts', accountSummaryTotals, days],
    [`the catalogue of ${items} items`, readCatalogue, {}],
  ]
  const times = asked.map(() => [] as number[])
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [no, [, endpoint, body]] of asked.entries()) times[no]?.push(await slowest(endpoint, body))
    bare.push(await slowest(schoolDetails, {}))
  }
  return asked.map(([name], no) =>
    toFigure({
      name: `${name}, ${pupils} accounts, p95`,
      unit: 'ms',
      yardstickName: 'a school’s details, p95',
      values: times[no] ?? [],
      yardsticks: bare,
      goal: valueAtMost(300),
    }),
  )
}
