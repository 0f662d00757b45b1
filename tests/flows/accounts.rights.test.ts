import { globSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessCheck, login, loginPos, SignedIn } from '#shared/contract/auth.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { answers } from '#tests/support/face-kit.ts'
import { makeSchool, makeUser, password } from '#tests/support/factories.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'
import { testForm } from '#tests/support/test-form.ts'

const contract = new URL('../../src/shared/contract/', import.meta.url)
const id = '0190a5a5-0000-7000-8000-00000000a001'
/** Fits every call for signed-in people: what a call does not know is left out. */
const anyInput = {
  id,
  tillId: id,
  deviceId: id,
  alertId: id,
  shiftId: id,
  submissionId: id,
  fileId: id,
  day: '2030-03-03',
  purpose: 'enquiry',
  slug: 'enquiry',
  revision: 0,
  from: null,
  title: { en: 'Form', ar: 'نموذج' },
  definition: testForm(),
  code: 'criteria-child',
  subject: 'Sara Al Mana',
  guardian: 'Hind Al Mana',
  email: 'hind@home.example',
  language: 'ar',
  purposes: ['photos'],
  again: false,
  decision: 'same',
  personId: id,
  otherId: id,
  decisionId: id,
  customerId: id,
  tenderId: id,
  objects: true,
  pays: false,
  pin: null,
  on: true,
  is: 'different',
  why: 'precaution',
  student_id: id,
  commandId: id,
  decidedAt: '2030-03-03T05:00:00.000Z',
  change: { kind: 'move', to: 'shortlisted' },
  answers,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'audience' in value && 'path' in value

async function sessionCalls(): Promise<Endpoint[]> {
  const files = globSync('*.ts', { cwd: contract }).filter((file) => !file.includes('.test.'))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(`${contract}${file}`)))
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isEndpoint)
    .filter(({ audience }) => audience === 'session' || audience === 'either')
}

/** What a family keeps under its own account. */
const isTheirOwn = (path: string) => /^\/forms\/my-drafts?(\/|$)/.test(path)

let box: Box
let family: Caller
beforeAll(async () => {
  box = await openBox('pglite')
  const alnoor = await makeSchool(box, 'alnoor')
  await makeUser(box, alnoor, 'amal', ['family'])
  await makeUser(box, alnoor, 'mona', ['admin', 'operator', 'registrar'])
  const { body } = await call(box.app, { school: 'alnoor' }, login, { userName: 'amal', password })
  family = { school: 'alnoor', token: SignedIn.parse(body).token }
})
afterAll(() => box.close())

it('a family may make none of the calls of the staff', async () => {
  const calls = (await sessionCalls()).filter(({ path }) => path !== accessCheck.path && !isTheirOwn(path))
  expect(calls.length).toBeGreaterThan(8)
  const open: unknown[] = []
  for (const to of calls) {
    const { body } = await call(box.app, family, to, anyInput)
    // "request.invalid" here means that `anyInput` lacks a member of a new call. What does not exist may be looked for first.
    if (body.messageId !== 'access.denied' && body.messageId !== 'request.not-found') open.push([to.path, body])
  }
  expect(open).toEqual([])
})

/** What may be asked in a till's session by who has every role. A new call for signed-in people is not in it. */
const ofTills = [
  '/access/check',
  '/devices/handle_alert',
  '/devices/list',
  '/devices/tills',
  '/faces/charges',
  '/faces/charges/decide',
  '/faces/forget',
  '/faces/objection',
  '/faces/pin',
  '/faces/pupils',
  '/faces/suspicions',
  '/faces/suspicions/decide',
  '/pos/shift_report',
  '/pos/shifts',
  '/pos/transactions',
]

it('at a till nobody reads or changes what families have handed in, whatever their roles', async () => {
  const { body } = await call(box.app, { school: 'alnoor' }, loginPos, { userName: 'mona', password })
  const atTill = { school: 'alnoor', token: SignedIn.parse(body).token }
  const open: string[] = []
  for (const to of await sessionCalls()) {
    if (isTheirOwn(to.path)) continue
    const reply = await call(box.app, atTill, to, anyInput)
    if (reply.body.messageId !== 'access.denied') open.push(to.path)
  }
  expect(open.toSorted()).toEqual(ofTills)
})

it('and opens none of their screens', async () => {
  const open = async (path: string) => (await call(box.app, family, accessCheck, { path })).body.success
  expect(await open('/dashboard')).toBe(true)
  for (const path of [
    '/pos',
    '/pos/report',
    '/pos/devices',
    '/mails',
    '/pre_admission',
    '/forms',
    '/faces',
    '/faces/charges',
  ]) {
    expect(await open(path), path).toBe(false)
  }
})
