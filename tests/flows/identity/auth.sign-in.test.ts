import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessions, users } from '#server/features/identity/sessions/auth.table.ts'
import { accessCheck, loginPos, SignedIn, signOut } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { createPairingCode, revokeDevice, tillList } from '#shared/sync/device.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeDevice, makeSchool, makeTill, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, openBox, send } from '#tests/support/server.ts'

describe.each(engines)('signing in on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let manara: TestSchool
  let callers = 0
  /** Each test comes from an address of its own, so that none uses up another's tries. */
  let from: Caller

  const tokenOf = async (userName: string, to: Endpoint = login, more: Record<string, unknown> = {}) => {
    const reply = await call(box.app, from, to, { userName, password, ...more })
    expect(reply.status).toBe(200)
    return SignedIn.parse(reply.body).token
  }
  const statusWith = async (token: string, caller: Caller = from) => {
    const { status, body } = await call(box.app, { ...caller, token }, accessCheck, { path: '/dashboard' })
    return status === 200 ? 200 : body.messageId
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    manara = await makeSchool(box, 'manara')
    await makeUser(box, alnoor, 'mona', ['supervisor'])
    await makeUser(box, alnoor, 'omar', ['operator'])
    await makeUser(box, alnoor, 'fatima', ['finance'])
    await makeUser(box, manara, 'mona', ['admin'])
  })
  beforeEach(() => {
    callers += 1
    from = { school: 'alnoor', address: `192.0.2.${callers}` }
  })
  afterAll(() => box.close())

  it('answers with who it is, a token and its end, and keeps only the hash', async () => {
    const { status, body } = await call(box.app, from, login, { userName: ' MONA ', password })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, messageId: '', expiresAt: '2030-03-03T18:00:00.000Z' })
    expect(body.user).toMatchObject({ userName: 'mona', email: 'mona@school.example', authority: ['supervisor'] })
    expect(JSON.stringify(body)).not.toContain('argon2')
    const { token } = SignedIn.parse(body)
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await box.db.owner.select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await statusWith(token)).toBe(200)
  })

  it('answers an unknown name and a wrong password alike, after the same work', async () => {
    const before = box.verified()
    const unknown = await call(box.app, from, login, { userName: 'nobody', password })
    const wrong = await call(box.app, from, login, { userName: 'mona', password: 'wrong' })
    expect(unknown).toMatchObject({ status: 401, body: { success: false, messageId: 'auth.wrong-credentials' } })
    expect(wrong.body).toEqual(unknown.body)
    expect(box.verified() - before).toBe(2)
  })

  it('does not know a name of another school', async () => {
    const reply = await call(box.app, { ...from, school: 'manara' }, login, { userName: 'omar', password })
    expect(reply.status).toBe(401)
  })

  it('lets only those sign in at a till who may operate one, for a longer day', async () => {
    const { body } = await call(box.app, from, loginPos, { userName: 'omar', password })
    expect(body).toMatchObject({ success: true, expiresAt: '2030-03-03T20:00:00.000Z' })
    const refused = await call(box.app, from, loginPos, { userName: 'fatima', password })
    expect([refused.status, refused.body.messageId]).toEqual([403, 'auth.not-an-operator'])
  })

  it('refuses tokens that are missing, forged, foreign, expired or ended', async () => {
    const token = await tokenOf('mona')
    const none = await call(box.app, from, accessCheck, { path: '/' })
    expect([none.status, none.body.messageId]).toEqual([401, 'auth.session-required'])
    expect(await statusWith(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe('auth.session-expired')
    expect(await statusWith("' or 1=1 --")).toBe('auth.session-required')
    expect(await statusWith(token, { ...from, school: 'manara' })).toBe('auth.session-expired')

    const signedOut = await call(box.app, from, signOut, { token })
    expect(signedOut).toMatchObject({ status: 200, body: { success: true, messageId: '' } })
    expect(await statusWith(token)).toBe('auth.session-expired')
    expect((await call(box.app, from, signOut, { token })).status).toBe(200)
  })

  it('ends the session of the bearer token where the body names none', async () => {
    const [first, second] = [await tokenOf('mona'), await tokenOf('mona')]
    expect((await send(box.app, { ...from, token: first }, 'post', '/api/v1/oa/auth/sign-out')).status).toBe(200)
    expect([await statusWith(first), await statusWith(second)]).toEqual(['auth.session-expired', 200])
    const third = await tokenOf('mona')
    await call(box.app, { ...from, token: third }, signOut, { token: second })
    expect([await statusWith(second), await statusWith(third)]).toEqual(['auth.session-expired', 200])
    expect(await call(box.app, from, signOut)).toMatchObject({
      status: 400,
      body: { messageId: 'request.invalid', field: 'token' },
    })
  })

  it('ends a session of another school by no means', async () => {
    const token = await tokenOf('mona')
    await call(box.app, { ...from, school: 'manara' }, signOut, { token })
    expect(await statusWith(token)).toBe(200)
  })

  it('ends a session when its time is over', async () => {
    const token = await tokenOf('mona')
    box.clock.advance(12 * hourMs - 1)
    expect(await statusWith(token)).toBe(200)
    box.clock.advance(1)
    expect(await statusWith(token)).toBe('auth.session-expired')
  })

  it('shuts a disabled account out at once, and tells only those who know the password', async () => {
    await makeUser(box, alnoor, 'leaver', ['registrar'])
    const token = await tokenOf('leaver')
    await box.db.owner.update(users).set({ disabledAt: '2030-01-01T00:00:00.000Z' }).where(eq(users.userName, 'leaver'))
    expect(await statusWith(token)).toBe('auth.session-expired')
    const right = await call(box.app, from, login, { userName: 'leaver', password })
    expect([right.status, right.body.messageId]).toEqual([403, 'auth.account-disabled'])
    const wrong = await call(box.app, from, login, { userName: 'leaver', password: 'wrong' })
    expect(wrong.status).toBe(401)
  })

  it('ties a session to its device, and ends it with the device', async () => {
    const device = await makeDevice(box, alnoor, await makeTill(box, alnoor))
    const foreign = await makeDevice(box, manara, await makeTill(box, manara))
    const token = await tokenOf('omar', loginPos, { deviceId: device.deviceId })
    expect(await statusWith(token)).toBe(200)
    const bad = await call(box.app, from, loginPos, { userName: 'omar', password, deviceId: foreign.deviceId })
    expect([bad.status, bad.body.messageId]).toEqual([401, 'device.unknown'])

    const supervisor = { ...from, token: await tokenOf('mona') }
    expect((await call(box.app, supervisor, revokeDevice, { deviceId: device.deviceId })).status).toBe(200)
    expect(await statusWith(token)).toBe('auth.session-expired')
    const again = await call(box.app, from, loginPos, { userName: 'omar', password, deviceId: device.deviceId })
    expect([again.status, again.body.messageId]).toEqual([403, 'device.revoked'])
  })

  it('lets nobody manage devices from a till, whatever their roles; looking is free', async () => {
    const till = await makeTill(box, alnoor)
    const device = await makeDevice(box, alnoor, till)
    const atTill = { ...from, token: await tokenOf('mona', loginPos, { deviceId: device.deviceId }) }
    for (const [to, input] of [
      [createPairingCode, { tillId: till.tillId }],
      [revokeDevice, { deviceId: device.deviceId }],
    ] as const) {
      const refused = await call(box.app, atTill, to, input)
      expect([refused.status, refused.body.messageId]).toEqual([403, 'access.denied'])
      expect((await call(box.app, { ...from, token: await tokenOf('mona') }, to, input)).status).toBe(200)
    }
    const looking = { ...from, token: await tokenOf('mona', loginPos) }
    for (const to of [tillList, deviceList]) expect((await call(box.app, looking, to)).status).toBe(200)
  })

  it('decides by roles what a person may open and do', async () => {
    const check = async (userName: string, path: string) => {
      const { body } = await call(box.app, { ...from, token: await tokenOf(userName) }, accessCheck, { path })
      return body.success === true ? body : body.messageId
    }
    expect(await check('omar', '/pos')).toEqual({ success: true, message: '', messageId: '' })
    expect(await check('omar', '/pos/devices')).toBe('access.denied')
    expect(await check('fatima', '/pos/transaction-report')).toMatchObject({ success: true })
    expect(await check('fatima', '/pos')).toBe('access.denied')
    expect(await check('fatima', '/dashboard')).toMatchObject({ success: true })

    const operator = { ...from, token: await tokenOf('omar') }
    for (const to of [tillList, deviceList]) {
      const { status, body } = await call(box.app, operator, to)
      expect([status, body.messageId]).toEqual([403, 'access.denied'])
    }
  })
})
