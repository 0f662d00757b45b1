import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineRandom } from '#server/node/machine.ts'
import { accessCheck } from '#shared/identity/auth.contract.ts'
import { apiPrefix, type Endpoint } from '#shared/kernel/endpoint.ts'
import { Role } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { engines } from '#tests/support/database.ts'
import { endpoints, nameOf } from '#tests/support/checks/endpoints.ts'
import {
  makeDevice,
  makeSchool,
  makeTill,
  signatureHeaders,
  type TestDevice,
  type TestSchool,
} from '#tests/support/factories.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, type Caller, call, openBox, type Reply } from '#tests/support/server.ts'
import { anyInput, theirId, theirName } from './authority-input.ts'
import type { Authority } from './authority-groups.ts'
import { enter, fill, rowsOf } from './authority-school.ts'
import { authority } from './authority-table.ts'

const known = endpoints.filter((each) => Object.hasOwn(authority, nameOf(each)))
const rowOf = (each: Endpoint): Authority => authority[nameOf(each)] ?? 'open'
const forPeople = known.filter((each) => typeof rowOf(each) === 'object')
const forDevices = known.filter((each) => rowOf(each) === 'device' || rowOf(each) === 'sender')

it('every call of the contract has its row in tests/flows/identity/authority-table.ts, and every row its call', () => {
  const names = endpoints.map(nameOf)
  expect(names.filter((name) => !Object.hasOwn(authority, name)).toSorted(), 'calls without a row').toEqual([])
  expect(
    Object.keys(authority).filter((name) => !names.includes(name)),
    'rows without a call',
  ).toEqual([])
})

/** In one word: not let in at all, refused for want of a right, or let in. What comes of the call then is another's test. */
function outcome({ body: { messageId, field } }: Reply): 'stranger' | 'denied' | 'in' | 'lacks input' {
  if (messageId === 'access.denied') return 'denied'
  if (messageId === 'request.invalid' && field !== 'commandId') return 'lacks input'
  return /^(auth\.session|device\.|tenant\.)/.test(String(messageId)) ? 'stranger' : 'in'
}

/** The headers by which a device signs this call with `anyInput`. Calls of devices have a body; of a GET nothing is read. */
const sign = (box: Box, device: TestDevice, { method, path }: Endpoint): Promise<Record<string, string>> =>
  signatureHeaders(
    device,
    method,
    `${apiPrefix}${path}`,
    method === 'get' ? '' : JSON.stringify(anyInput),
    box.clock.nowMs(),
  )

describe('what each role may ask', () => {
  let box: Box
  let school: TestSchool
  let tablet: TestDevice
  beforeAll(async () => {
    box = await openBox('pglite')
    school = await makeSchool(box, 'alnoor')
    await fill(box, school)
    tablet = await makeDevice(box, school, await makeTill(box, school))
  })
  afterAll(() => box.close())

  /** Cash at the desk is an operation under its `id`. */
  const cashOf = (to: Endpoint) => (to.path === '/student/cash' ? { id: uuidv7(Date.now(), machineRandom) } : {})

  /** Each call that this caller gets into, among those for people. `lacks input` says so with the call's name. */
  async function opened(caller: Caller): Promise<string[]> {
    const open: string[] = []
    for (const to of forPeople) {
      // An operation of its own: what another call or person has booked under the same id is a conflict.
      const own = {
        opId: uuidv7(Date.now(), machineRandom),
        chequeId: uuidv7(Date.now(), machineRandom),
        ...cashOf(to),
      }
      const reply = await call(box.app, caller, to, { ...anyInput, ...own })
      const came = outcome(reply)
      if (came === 'in') open.push(nameOf(to))
      if (came === 'stranger') open.push(`${nameOf(to)} knows no such session`)
      if (came === 'lacks input') {
        open.push(
          `${nameOf(to)} wants ${String(reply.body.field)}: give anyInput of tests/flows/identity/authority-input.ts that member`,
        )
      }
    }
    return open
  }
  const rows = (where: 'desk' | 'till', roles: readonly Role[]): string[] =>
    forPeople.map(nameOf).filter((name) => {
      const row = authority[name]
      if (typeof row !== 'object') return false
      return row[where] === 'everybody' || roles.some((role) => row[where].includes(role))
    })

  it.each<[string, Role[]]>([
    ['nobody in particular', []],
    ...Role.options.map((role): [string, Role[]] => [role, [role]]),
  ])('at a desk %s gets into what the table says', async (_, roles) => {
    expect(await opened(await enter(box, school, roles, 'staff'))).toEqual(rows('desk', roles))
  })

  it.each(Role.options)(
    'in the session of a till %s, who may sell too, gets into what the table says',
    async (role) => {
      const roles: Role[] = role === 'operator' ? [role] : [role, 'operator']
      expect(await opened(await enter(box, school, roles, 'pos'))).toEqual(rows('till', roles))
    },
  )

  it('what asks for a fresh proof is what the table says, and nothing else asks for one', async () => {
    const isProven = (to: Endpoint) => {
      const row = rowOf(to)
      return typeof row === 'object' && row.isProven === true
    }
    expect(endpoints.filter((to) => to.stepUp).map(nameOf)).toEqual(endpoints.filter(isProven).map(nameOf))
    const unproven = await enter(box, school, [...Role.options], 'staff', { isProven: false })
    for (const to of forPeople) {
      const { body } = await call(box.app, unproven, to, anyInput)
      expect(body.messageId === 'auth.step-up-needed', `${nameOf(to)}: ${String(body.messageId)}`).toBe(isProven(to))
    }
  })

  it('anyone who is not signed in gets into nothing that is for people, and a device neither', async () => {
    for (const to of forPeople) {
      for (const headers of [{}, await sign(box, tablet, to)]) {
        const { body } = await call(box.app, { school: 'alnoor', headers }, to, anyInput)
        expect(body.messageId, to.path).toBe('auth.session-required')
      }
    }
  })

  it('calls of devices are signed: by a paired one, or where the table says so by a visitor', async () => {
    const visitor = await makeVisitor(box, school)
    const admin = await enter(box, school, ['admin'], 'staff')
    const ask = async (to: Endpoint, from: Caller, device?: TestDevice) =>
      outcome(await call(box.app, { ...from, headers: device ? await sign(box, device, to) : {} }, to, anyInput))
    for (const to of forDevices) {
      expect(await ask(to, { school: 'alnoor' }), to.path).toBe('stranger')
      expect(await ask(to, admin), to.path).toBe('stranger')
      expect(await ask(to, { school: 'alnoor' }, tablet), to.path).not.toBe('stranger')
      const isLetIn = (await ask(to, { school: 'alnoor' }, visitor.keys)) !== 'stranger'
      expect(isLetIn, to.path).toBe(rowOf(to) === 'sender')
    }
  })

  it('what is open asks nobody who they are, and only what is common asks for no school', async () => {
    for (const to of known.filter((each) => rowOf(each) === 'open' || rowOf(each) === 'common')) {
      const named = await call(box.app, { school: 'alnoor' }, to, anyInput)
      expect(['in', 'lacks input'], to.path).toContain(outcome(named))
      const unnamed = await call(box.app, {}, to, anyInput)
      // A ticket that opens nothing is refused with and without a school.
      if (rowOf(to) === 'common') expect([200, 410], to.path).toContain(unnamed.status)
      else expect(unnamed.body.messageId, to.path).toBe('tenant.missing')
    }
  })

  it('the calls of a provider are for nobody of a school, with whatever roles', async () => {
    const all = await enter(box, school, [...Role.options], 'staff')
    const theirs = known.filter((each) => rowOf(each) === 'provider')
    expect(theirs).not.toEqual([])
    for (const to of theirs) {
      expect((await call(box.app, {}, to, anyInput)).body.messageId, to.path).toBe('auth.session-required')
      expect((await call(box.app, all, to, anyInput)).body.messageId, to.path).toBe('auth.session-expired')
    }
  })

  it('a family opens its own screens and none of the staff’s', async () => {
    const family = await enter(box, school, ['family'], 'staff')
    const open = async (path: string) => (await call(box.app, family, accessCheck, { path })).body.success
    expect(await open('/dashboard')).toBe(true)
    for (const path of screens) expect(await open(path), path).toBe(false)
  })
})

const screens = [
  '/pos',
  '/pos/report',
  '/pos/devices',
  '/mails',
  '/pre_admission',
  '/upload',
  '/forms',
  '/faces',
  '/faces/charges',
]

/** Of what `fill` put there, the calls that tell of it at the own school: without them the next test would prove nothing. */
const tellOfIt = [
  'get /accounts/holders',
  'get /accounts/statement',
  'get /criteria/links',
  'get /devices/list',
  'get /devices/tills',
  'get /faces/pupils',
  'get /forms/submission',
  'get /forms/submissions',
  'get /mails/list',
  'get /pos/shifts',
  'post /accounts/balance_export',
  'post /forms/submission_export',
  'post /pos/shift_export',
  'post /search',
  'post /student/documents',
  'post /student/export',
  'post /student/student_data',
  'post /student/student_list',
]

describe.each(engines)('another school on %s', (engine) => {
  let box: Box
  let theirs: TestSchool
  let ours: TestSchool
  let us: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    theirs = await makeSchool(box, 'alnoor')
    ours = await makeSchool(box, 'manara')
    await fill(box, theirs)
    us = await enter(box, ours, [...Role.options], 'staff')
  })
  afterAll(() => box.close())

  it('is not told anything of this one, and changes nothing of it, by all the ids and with all the roles there are', async () => {
    const before = await rowsOf(box, theirs)
    for (const to of known) {
      // What is made of an id here is told back with it.
      const own = to.path.startsWith('/programs/') ? { opId: uuidv7(Date.now(), machineRandom) } : {}
      const text = JSON.stringify((await call(box.app, us, to, { ...anyInput, ...own })).body)
      expect(text, nameOf(to)).not.toContain(theirName)
      expect(text, nameOf(to)).not.toContain(theirId)
    }
    expect(await rowsOf(box, theirs)).toEqual(before)
  })

  it('opens nothing here with its sessions or its devices', async () => {
    const device = await makeDevice(box, ours, await makeTill(box, ours))
    for (const to of forPeople) {
      const { body } = await call(box.app, { ...us, school: 'alnoor' }, to, anyInput)
      expect(body.messageId, to.path).toBe('auth.session-expired')
    }
    for (const to of forDevices) {
      const { body } = await call(box.app, { school: 'alnoor', headers: await sign(box, device, to) }, to, anyInput)
      expect(body.messageId, to.path).toBe('device.unknown')
    }
  })

  it('while the own people are told', async () => {
    const them = await enter(box, theirs, [...Role.options], 'staff')
    const told: string[] = []
    for (const to of forPeople.filter((each) => tellOfIt.includes(nameOf(each)))) {
      const text = JSON.stringify((await call(box.app, them, to, anyInput)).body)
      if (text.includes(theirName)) told.push(nameOf(to))
    }
    expect(told.toSorted()).toEqual(tellOfIt)
  })
})
