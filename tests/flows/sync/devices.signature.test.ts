import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '#server/app.ts'
import { devices } from '#server/features/sync/devices/device.table.ts'
import { Answer, type Feature, route } from '#server/http/serve.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { apiPrefix, endpoint } from '#shared/kernel/endpoint.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { revokeDevice } from '#shared/sync/device.contract.ts'
import { engines } from '#tests/support/database.ts'
import {
  makeDevice,
  makeSchool,
  makeTablet,
  makeTill,
  makeUser,
  password,
  signatureHeaders,
  signedCall,
  type TestDevice,
  type TestSchool,
} from '#tests/support/factories.ts'
import { type Box, call, openBox, type Reply, send } from '#tests/support/server.ts'

const body = z.object({ word: z.string() })
const reply = z.object({ who: z.string(), tillId: z.string().optional() })
const echo = endpoint({ method: 'post', path: '/test/echo', audience: 'device', body, reply, bodyLimit: 1000 })
const echoEither = endpoint({ method: 'get', path: '/test/either', audience: 'either', body, reply })
const path = `${apiPrefix}${echo.path}`

/** Two calls of no feature, to see what a handler sees. */
const echoes: Feature = () => [
  route.device(
    echo,
    async ({ device }, { word }) =>
      new Answer({ who: device.deviceId, tillId: device.tillId }, { headers: { 'x-word': word } }),
    { headers: { 'x-always': '1' } },
  ),
  route.either(echoEither, async ({ session, device }) => ({ who: device?.deviceId ?? session?.user.userName ?? '' })),
]

describe.each(engines)('a signed call on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let device: TestDevice
  const from = { school: 'alnoor' }
  const idOf = ({ status, body }: Reply) => [status, body.messageId]

  beforeAll(async () => {
    box = await openBox(engine)
    box.app = createApp(box.deps, [echoes])
    alnoor = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    await makeUser(box, alnoor, 'mona', ['supervisor'])
  })
  beforeEach(async () => {
    device = await makeDevice(box, alnoor, await makeTill(box, alnoor))
  })
  afterAll(() => box.close())

  it('is taken as coming from its device; the answer carries the headers of handler and route', async () => {
    const { status, body, headers } = await signedCall(box, from, device, echo, { word: 'hello' })
    expect([status, body.who]).toEqual([200, device.deviceId])
    expect([headers.get('x-word'), headers.get('x-always')]).toEqual(['hello', '1'])
  })

  it('counts for no other body, path, query, method, time or school', async () => {
    const signed = JSON.stringify({ word: 'hello' })
    const headers = await signatureHeaders(device, 'post', path, signed, box.clock.nowMs())
    expect((await call(box.app, { ...from, headers }, echo, signed)).status).toBe(200)

    const bad = [401, 'device.bad-signature']
    expect(idOf(await call(box.app, { ...from, headers }, echo, `${signed} `))).toEqual(bad)
    expect(idOf(await send(box.app, { ...from, headers }, 'post', `${path}?x=1`, signed))).toEqual(bad)
    expect(idOf(await send(box.app, { ...from, headers }, 'get', `${apiPrefix}/test/either`))).toEqual(bad)
    const later = { ...headers, 'device-time': new Date(box.clock.nowMs() + 1000).toISOString() }
    expect(idOf(await call(box.app, { ...from, headers: later }, echo, signed))).toEqual(bad)
    const elsewhere = await call(box.app, { school: 'manara', headers }, echo, signed)
    expect(idOf(elsewhere)).toEqual([401, 'device.unknown'])
  })

  it('needs the key of the device that it names', async () => {
    const other = await makeDevice(box, alnoor, await makeTill(box, alnoor))
    const posing = { ...other, deviceId: device.deviceId }
    expect(idOf(await signedCall(box, from, posing, echo, { word: 'a' }))).toEqual([401, 'device.bad-signature'])
    expect(idOf(await signedCall(box, from, await makeTablet(), echo, { word: 'a' }))).toEqual([401, 'device.unknown'])
  })

  it.each([
    ['no device', { 'device-id': '' }, 'device.unknown'],
    ['a device id that is none', { 'device-id': "' or 1=1" }, 'device.unknown'],
    ['no signature', { 'device-signature': '' }, 'device.bad-signature'],
    ['half a signature', { 'device-signature': 'abcd' }, 'device.bad-signature'],
    ['a signature of zeros', { 'device-signature': 'A'.repeat(86) }, 'device.bad-signature'],
    ['a time that is none', { 'device-time': 'yesterday' }, 'device.bad-signature'],
  ])('is refused with %s', async (_, headers, messageId) => {
    const refused = await signedCall(box, { ...from, headers }, device, echo, { word: 'a' })
    expect(idOf(refused)).toEqual([401, messageId])
    expect(refused.headers.get('x-always')).toBe('1')
  })

  it('is refused five minutes off, in both directions, with the time it should be', async () => {
    const signed = JSON.stringify({ word: 'a' })
    for (const [offMs, status] of [
      [5 * minuteMs, 200],
      [-5 * minuteMs, 200],
      [5 * minuteMs + 1, 401],
      [-5 * minuteMs - 1, 401],
    ] as const) {
      const headers = await signatureHeaders(device, 'post', path, signed, box.clock.nowMs() + offMs)
      const answer = await call(box.app, { ...from, headers }, echo, signed)
      expect([offMs, answer.status]).toEqual([offMs, status])
      if (status === 401) {
        const serverTime = new Date(box.clock.nowMs()).toISOString()
        expect(answer.body).toMatchObject({ messageId: 'device.clock', serverTime })
      }
    }
  })

  it('is refused when its device is revoked, and only its device hears so', async () => {
    const signIn = await call(box.app, from, login, { userName: 'mona', password })
    const supervisor = { ...from, token: SignedIn.parse(signIn.body).token }
    expect((await call(box.app, supervisor, revokeDevice, { deviceId: device.deviceId })).status).toBe(200)
    expect(idOf(await signedCall(box, from, device, echo, { word: 'a' }))).toEqual([403, 'device.revoked'])
    const posing = { ...(await makeTablet()), deviceId: device.deviceId }
    expect(idOf(await signedCall(box, from, posing, echo, { word: 'a' }))).toEqual([401, 'device.bad-signature'])
  })

  it('is checked before its body is parsed, and the body counted before that', async () => {
    const wrong = await signedCall(box, from, device, echo, { word: 5 })
    expect(idOf(wrong)).toEqual([400, 'request.invalid'])
    expect(idOf(await call(box.app, from, echo, { word: 5 }))).toEqual([401, 'device.unknown'])
    expect(idOf(await signedCall(box, from, device, echo, { word: 'a'.repeat(1000) }))).toEqual([
      413,
      'request.too-large',
    ])
  })

  it('leaves the time of contact, at most every ten seconds', async () => {
    const lastContact = async () => {
      const rows = await box.db.owner.select().from(devices)
      return rows.find(({ id }) => id === device.deviceId)?.lastContactAt
    }
    const at = new Date(box.clock.nowMs()).toISOString()
    await signedCall(box, from, device, echo, { word: 'a' })
    box.clock.advance(9999)
    await signedCall(box, from, device, echo, { word: 'a' })
    expect(await lastContact()).toBe(at)
    box.clock.advance(1)
    await signedCall(box, from, device, echo, { word: 'a' })
    expect(await lastContact()).toBe(new Date(box.clock.nowMs()).toISOString())
  })

  it('may stand in for a session where the call takes either', async () => {
    const query = '/test/either?word=a'
    const headers = await signatureHeaders(device, 'get', apiPrefix + query, '', box.clock.nowMs())
    expect((await call(box.app, { ...from, headers }, echoEither, { word: 'a' })).body.who).toBe(device.deviceId)
    const signIn = await call(box.app, from, login, { userName: 'mona', password })
    const token = SignedIn.parse(signIn.body).token
    expect((await call(box.app, { ...from, token }, echoEither, { word: 'a' })).body.who).toBe('mona')
    // A device that fails is not saved by a session beside it.
    const forged = { ...from, token, headers: { ...headers, 'device-signature': 'A'.repeat(86) } }
    expect(idOf(await call(box.app, forged, echoEither, { word: 'a' }))).toEqual([401, 'device.bad-signature'])
    expect(idOf(await call(box.app, from, echoEither, { word: 'a' }))).toEqual([401, 'auth.session-required'])
  })
})
