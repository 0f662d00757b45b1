import { afterAll, beforeAll, expect, it } from 'vitest'
import { Role } from '#shared/kernel/fields.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { anyInput, theirName } from '#tests/flows/identity/authority-input.ts'
import { enter, fill, rowsOf } from '#tests/flows/identity/authority-school.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { endpoints, nameOf } from '#tests/support/checks/endpoints.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, logged, openBox, type Reply } from '#tests/support/server.ts'

/*
 * A random walk over all calls with hostile input: `BAWABA_HOSTILE_CALLS=25000` walks as many (`npm run faults` does), from
 * `BAWABA_HOSTILE_SEED` on. No answer is a failure of the server, tells of another school, or shows where the code lies.
 */

const calls = Number(process.env['BAWABA_HOSTILE_CALLS'] ?? 300)
const firstSeed = Number(process.env['BAWABA_HOSTILE_SEED'] ?? 1)

const deep = (depth: number): unknown => (depth === 0 ? 'end' : { a: deep(depth - 1) })

const hostileValues: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  'a'.repeat(70_000),
  'nul \u0000 inside',
  'half \ud800 of a pair',
  '\u202egnp.exe',
  "'; drop table students; --",
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '0001-01-01',
  '9999-12-31',
  '2030-02-30',
  '0000-01-01T00:00:00.000Z',
  '275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  'not-an-id',
  '\uff11\uff12',
  '\u0661\u0662',
  'constructor',
  JSON.parse('{"toString":"x","constructor":{"prototype":1}}'),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  deep(60),
  Array.from({ length: 3000 }, () => 'x'),
]

interface Dice {
  below: (limit: number) => number
  pick: <T>(values: readonly T[]) => T
}

function diceFor(seed: number): Dice {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random.float() * limit)
  return { below, pick: (values) => values[below(values.length)] as (typeof values)[number] }
}

/** A copy in which one member, at any depth, is another value, is missing, or has a neighbour that nobody asked for. */
function spoil(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.below(6) === 0) return dice.pick(hostileValues)
  if (Array.isArray(value)) {
    const at = dice.below(value.length)
    return value.length === 0 ? [dice.pick(hostileValues)] : value.with(at, spoil(value[at], dice))
  }
  const members = Object.entries(value)
  const [name = 'extra'] = members.length > 0 ? dice.pick(members) : []
  const { [name]: member, ...rest } = value as Record<string, unknown>
  const way = dice.below(10)
  if (way === 0) return rest
  if (way === 1) return { ...value, [JSON.stringify(dice.pick(hostileValues)).slice(0, 40)]: dice.pick(hostileValues) }
  return { ...rest, [name]: spoil(member, dice) }
}

const isInAddress = ({ method, query }: Endpoint) => method === 'get' || query !== undefined

/** What fits into an address: text alone. */
const asQuery = (input: unknown): Record<string, string> =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(
        Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      )
    : {}

const rawInputs = [
  '{"a":',
  '[]',
  'null',
  '"x"',
  '\u0000',
  '{"a":1}{"b":2}',
  `[${'['.repeat(5000)}`,
  '{}'.padEnd(300_000),
]

let box: Box
let alnoor: TestSchool
let manara: TestSchool
const own: Caller[] = []
const foreign: Caller[] = []

beforeAll(async () => {
  box = await openBox('pglite')
  alnoor = await makeSchool(box, 'alnoor')
  manara = await makeSchool(box, 'manara')
  await fill(box, alnoor)
  for (const role of Role.options) {
    own.push(await enter(box, alnoor, [role], 'staff'))
    foreign.push(await enter(box, manara, [role], 'staff'))
  }
  foreign.push({}, { school: 'manara' }, { school: 'manara', token: 'x' }, { school: 'manara', token: 'e'.repeat(43) })
  foreign.push(
    { school: "manara' or 1=1" },
    { school: 'manara', host: 'alnoor.localhost' },
    { host: 'manara.localhost' },
  )
})
afterAll(() => box.close())

/** What is wrong with an answer; empty when it is as it should be. */
function faultsOf({ status, body }: Reply, isForeign: boolean): string[] {
  const text = JSON.stringify(body)
  return [
    // This server has no press: papers can not be made, and it says so.
    status >= 500 && body['messageId'] !== 'letter.not-made' && `answered ${status}`,
    status >= 400 && typeof body['messageId'] !== 'string' && `refused without a message (${status})`,
    /node_modules|\.ts:\d+|at \w+ \(|drizzle|select .* from /.test(text) && 'shows the code behind it',
    isForeign && text.includes(theirName) && 'tells of another school',
  ].filter((fault) => fault !== false)
}

it(
  `no call falls, leaks or reaches another school, in ${calls} hostile calls`,
  async () => {
    const before = await rowsOf(box, alnoor)
    const found: string[] = []
    const walk = async (seed: number, callers: readonly Caller[], isForeign: boolean) => {
      const dice = diceFor(seed)
      const to = dice.pick(endpoints)
      const input = dice.below(12) === 0 && !isInAddress(to) ? dice.pick(rawInputs) : spoil(anyInput, dice)
      const reply = await call(box.app, dice.pick(callers), to, isInAddress(to) ? asQuery(input) : input)
      for (const fault of faultsOf(reply, isForeign)) found.push(`seed ${seed}, ${nameOf(to)}: ${fault}`)
      // A stranger is slowed down after some calls: time passes, so that the walk meets more than the wall.
      box.clock.advance(minuteMs)
    }
    const half = Math.ceil(calls / 2)
    for (let seed = firstSeed; seed < firstSeed + half; seed += 1) await walk(seed, foreign, true)
    const after = await rowsOf(box, alnoor)
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([])
    for (let seed = firstSeed + half; seed < firstSeed + calls; seed += 1) await walk(seed, own, false)
    expect(found).toEqual([])
    expect(box.log.filter(({ level }) => level === 'error')).toEqual([])
    expect(logged(box)).not.toContain(theirName)
  },
  60_000 + calls * 100,
)
