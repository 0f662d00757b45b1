import type { z } from 'zod'
import { listen } from '#server/node/listen.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { composeApp } from '#server/node/run-server.ts'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { makeSchool } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Box, type Caller, call } from '../support/server.ts'
import { type Figure, percentile, toFigure, valueAtMost } from './figure.ts'
import { analyze } from './ingest/ingest.ts'
import { boxOver } from './ingest/ingest-server.ts'
import { offerFigures } from './offers.ts'
import { releaseAtEnd, temporaryFolder } from './resources.ts'
import { builtClient, scrollFigures } from './scroll.ts'

const full = { own: 20_000, others: 20, ofEachOther: 10_000, rounds: 5, calls: 20, lines: 5000, offers: 500 }
const tiny = { own: 40, others: 1, ofEachOther: 20, rounds: 1, calls: 2, lines: 20, offers: 6 }
type Size = typeof full

const given = ['Aisha', 'Hamad', 'Jassim', 'Mariam', 'Priya', 'Rashid', 'Sara', 'Yusuf', 'Zainab', 'Khalid']
const family = ['Al-Attiyah', 'Al-Kuwari', 'Al-Thani', 'Cruz', 'Fernando', 'Haddad', 'Khan', 'Nair', 'Rahman', 'Smith']
const familyArabic = ['العطية', 'الكواري', 'آل ثاني', 'كروز', 'فرناندو', 'حداد', 'خان', 'ناير', 'رحمن', 'سميث']
const middle = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** One name for about ten students: as a search in a school finds them. */
const named = (no: number) => {
  const [first, last] = [given[no % given.length], no % 7]
  const initials = `${middle[no % 26]}${middle[Math.floor(no / 26) % 26]}`.toLowerCase()
  return { nameLatin: `${first} B${initials} ${family[last]}`, nameArabic: `${familyArabic[last]} ${no}` }
}

/**
 * The desk of a big school: 20,000 students, and 200,000 more in other schools of the same database. How long its calls take
 * over HTTP, beside a call that reads one school's details the same way.
 */
export async function benchAdmissions(isSmoke: boolean): Promise<Figure[]> {
  const size = isSmoke ? tiny : full
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const url = cluster.urlOf('postgres')
  const database = await openDatabase({ dataDir: '', databaseUrl: url })
  releaseAtEnd(() => database.close())
  const box = boxOver(database)
  const { caller, school } = await fill(box, size)
  await analyze(url)
  const files = { current: builtClient, previous: temporaryFolder() }
  const listening = await listen(composeApp(box.app, files), 0)
  releaseAtEnd(() => listening.stop(1000))
  const origin = `http://127.0.0.1:${listening.port}`
  const app = { request: (url: string, init: RequestInit) => fetch(url.replace(/^http:\/\/[^/]+/, origin), init) }
  const served = { ...box, app } as unknown as Box
  return [
    ...(await figuresOf(served, caller, size)),
    ...(await scrollFigures(`http://bench.localhost:${listening.port}`, caller, size)),
    ...(await offerFigures(served, school, caller, size)),
  ]
}

async function fill(box: Box, { own, others, ofEachOther }: Size) {
  const school = await makeSchool(box, 'bench')
  const addTo = async (to: typeof school, count: number) => {
    const most = 2000
    for (let from = 0; from < count; from += most)
      await makeStudents(box, to, Math.min(most, count - from), (no) => named(from + no))
  }
  await addTo(school, own)
  for (let no = 0; no < others; no += 1) await addTo(await makeSchool(box, `other-${no}`), ofEachOther)
  return { school, caller: await signInAs(box, school, 'registrar', ['registrar']) }
}

const asked: readonly [name: string, body: z.input<typeof studentList.body>, limitMs: number][] = [
  ['first page and counts', {}, 300],
  [
    'a filter of four parts',
    { filter: { status: ['new', 'waiting'], grade: ['1', '2'], entryYear: [2030], nationality: ['QA'] } },
    300,
  ],
  ['a search in Latin letters', { filter: { text: 'mariam bxd' } }, 200],
  ['a search in Arabic letters', { filter: { text: 'الكواري 77' } }, 200],
]

async function figuresOf(
  box: Box,
  caller: Caller,
  { own, others, ofEachOther, rounds, calls }: Size,
): Promise<Figure[]> {
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
  const works = [
    ...asked.map(([name, body, limitMs]) => ({ name, limitMs, run: () => slowest(studentList, body) })),
    { name: 'the funnel', limitMs: 500, run: () => slowest(studentFunnel, {}) },
  ]
  const times = works.map(() => [] as number[])
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [no, { run }] of works.entries()) times[no]?.push(await run())
    bare.push(await slowest(schoolDetails, {}))
  }
  return works.map(({ name, limitMs }, no) =>
    toFigure({
      name: `${name}, ${own} students beside ${others * ofEachOther} of others, p95`,
      unit: 'ms',
      yardstickName: 'a school’s details, p95',
      values: times[no] ?? [],
      yardsticks: bare,
      goal: valueAtMost(limitMs),
    }),
  )
}
