import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceAlerts, devices, pairingCodes, tills } from '#server/features/sync/devices/device.table.ts'
import { syncInstalls, syncStreams } from '#server/features/sync/ingest/sync.table.ts'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { createPairingCode, pairDevice, revokeDevice, tillList } from '#shared/sync/device.contract.ts'
import { engines } from '#tests/support/database.ts'
import {
  makeSchool,
  makeTablet,
  makeTill,
  makeUser,
  password,
  type TestDevice,
  type TestSchool,
  type TestTill,
} from '#tests/support/factories.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const installEpoch = '01900000-0000-7000-8000-0000000000e1'

describe.each(engines)('pairing on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let supervisor: Caller
  let till: TestTill
  let tablet: TestDevice
  let tries = 0

  const codeFor = async ({ tillId }: TestTill) => {
    const { status, body } = await call(box.app, supervisor, createPairingCode, { tillId })
    expect(status).toBe(200)
    return String(body.code)
  }
  const pair = (code: string, { deviceId, publicKey }: TestDevice, more: object = {}, from: Partial<Caller> = {}) =>
    call(box.app, { school: 'alnoor', address: `192.0.2.${tries}`, ...from }, pairDevice, {
      code,
      deviceId,
      publicKey,
      ...more,
    })
  const listed = async ({ deviceId }: TestDevice) => {
    const { body } = await call(box.app, supervisor, deviceList)
    return (body.devices as Record<string, unknown>[]).find((device) => device.deviceId === deviceId)
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    await makeUser(box, alnoor, 'mona', ['supervisor'])
    const { body } = await call(box.app, { school: 'alnoor' }, login, { userName: 'mona', password })
    supervisor = { school: 'alnoor', token: SignedIn.parse(body).token }
  })
  beforeEach(async () => {
    tries += 1
    till = await makeTill(box, alnoor)
    tablet = await makeTablet()
  })
  afterAll(() => box.close())

  it('makes a tablet the one at a till, in the next epoch', async () => {
    const code = await codeFor(till)
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
    const typed = `${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase()
    const { status, body } = await pair(typed, tablet)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      deviceId: tablet.deviceId,
      till: { tillId: till.tillId },
      epoch: 1,
      lostOperations: 0,
    })
    expect(await listed(tablet)).toMatchObject({ epoch: 1, revokedAt: null, unsentCount: 0, missing: [], alerts: [] })
    const stored = await box.db.owner.select().from(pairingCodes)
    expect(JSON.stringify(stored)).not.toContain(code)
  })

  it('lists the tills of this school only', async () => {
    const { body } = await call(box.app, supervisor, tillList)
    expect((body.tills as unknown[]).length).toBe(tries)
    expect(body.tills).toContainEqual(expect.objectContaining({ tillId: till.tillId, kind: 'till' }))
  })

  it('gives the same tablet the same answer again, and no other tablet any', async () => {
    const code = await codeFor(till)
    const first = await pair(code, tablet)
    expect((await pair(code, tablet)).body).toEqual(first.body)
    const other = await pair(code, await makeTablet())
    expect([other.status, other.body.messageId]).toEqual([400, 'device.code-invalid'])
    const thief = await makeTablet()
    expect((await pair(code, { ...thief, deviceId: tablet.deviceId })).status).toBe(400)
    box.clock.advance(10 * minuteMs)
    expect((await pair(code, tablet)).body.messageId).toBe('device.code-invalid')
  })

  it('lets one of many who redeem a code at once have it', async () => {
    const code = await codeFor(till)
    const tablets = await Promise.all(Array.from({ length: 8 }, makeTablet))
    const replies = await Promise.all(tablets.map((each) => pair(code, each)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const rows = await box.db.owner.select().from(devices)
    expect(rows.filter(({ tillId }) => tillId === till.tillId)).toHaveLength(1)
  })

  it('refuses codes that are wrong, expired, replaced, or of another school', async () => {
    const code = await codeFor(till)
    expect((await pair('22222222', tablet)).body.messageId).toBe('device.code-invalid')
    expect((await pair(code, tablet, {}, { school: 'manara' })).body.messageId).toBe('device.code-invalid')
    const newer = await codeFor(till)
    expect((await pair(code, tablet)).body.messageId).toBe('device.code-invalid')
    box.clock.advance(10 * minuteMs)
    expect((await pair(newer, tablet)).body.messageId).toBe('device.code-invalid')
    expect(await listed(tablet)).toBeUndefined()
  })

  it('limits guessing per address', async () => {
    const code = await codeFor(till)
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, i) => pair(`GUESS${i + 100}`, tablet)))
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(20)
    expect((await pair(code, tablet)).body).toMatchObject({ messageId: 'request.too-many' })
    expect((await pair(code, tablet, {}, { address: '198.51.100.1' })).status).toBe(200)
  })

  it('refuses a key that is no point on the curve', async () => {
    const publicKey = { ...tablet.publicKey, y: tablet.publicKey.x }
    const { status, body } = await pair(await codeFor(till), { ...tablet, publicKey })
    expect([status, body.field]).toEqual([400, 'publicKey'])
  })

  it('keeps a till for its tablet until that one is revoked; the code stays good', async () => {
    await pair(await codeFor(till), tablet)
    const next = await makeTablet()
    const code = await codeFor(till)
    const taken = await pair(code, next)
    expect([taken.status, taken.body.messageId]).toEqual([409, 'device.till-taken'])
    const [row] = (await box.db.owner.select().from(tills)).filter(({ id }) => id === till.tillId)
    expect(row?.epoch).toBe(1)

    await call(box.app, supervisor, revokeDevice, { deviceId: tablet.deviceId })
    expect((await pair(code, next)).body).toMatchObject({ epoch: 2 })
    expect(await listed(tablet)).toMatchObject({ revokedAt: expect.any(String) })
  })

  it('takes a revoked tablet back with a new code, and never another key under its id', async () => {
    await pair(await codeFor(till), tablet)
    await call(box.app, supervisor, revokeDevice, { deviceId: tablet.deviceId })
    const code = await codeFor(till)
    const impostor = await pair(code, { ...(await makeTablet()), deviceId: tablet.deviceId })
    expect([impostor.status, impostor.body.field]).toEqual([400, 'deviceId'])
    expect((await pair(code, tablet)).body).toMatchObject({ epoch: 2 })
    expect(await listed(tablet)).toMatchObject({ revokedAt: null })
  })

  it('names what was lost when a tablet comes back without its storage', async () => {
    const { deviceId } = tablet
    await pair(await codeFor(till), tablet)
    const stream = `till/${deviceId}`
    const life = { schoolId: alnoor.schoolId, deviceId, installEpoch }
    const tail = { nextSeq: 10, pending: 3, oldestAt: '2030-03-03T05:00:00.000Z', pendingMinor: 4500 }
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      await tx.insert(syncStreams).values({ ...life, stream, lastSeq: 6, lastHash: '0'.repeat(64) })
      const at = '2030-03-03T06:00:00.000Z'
      await tx
        .insert(syncInstalls)
        .values({ ...life, fenceEpoch: 1, fenceNo: 1, tails: { [stream]: tail }, lastSeenAt: at })
    })
    expect(await listed(tablet)).toMatchObject({
      unsentCount: 3,
      unsentMinor: 4500,
      oldestUnsentAt: '2030-03-03T05:00:00.000Z',
      missing: [{ stream, from: 7, to: 9 }],
    })

    const reborn = await makeTablet()
    const formerLife = { deviceId, installEpoch, nextSeq: 12, receiptHighWater: 8 }
    const code = await codeFor(till)
    expect((await pair(code, reborn, { formerLife })).body).toMatchObject({ epoch: 2, lostOperations: 5 })
    expect((await pair(code, reborn, { formerLife })).body).toMatchObject({ epoch: 2, lostOperations: 5 })
    const former = await listed(tablet)
    expect(former).toMatchObject({ revokedAt: expect.any(String), alerts: [{ kind: 'lost-operations', count: 5 }] })
    expect((await box.db.owner.select().from(deviceAlerts)).length).toBe(1)
  })

  it('ends the sessions that were opened on a former life', async () => {
    await makeUser(box, alnoor, 'omar', ['operator'])
    await pair(await codeFor(till), tablet)
    const asOmar = { userName: 'omar', password, deviceId: tablet.deviceId }
    const { body } = await call(box.app, { school: 'alnoor' }, loginPos, asOmar)
    const operator = { school: 'alnoor', token: SignedIn.parse(body).token }
    expect((await call(box.app, operator, tillList)).body.messageId).toBe('access.denied')

    const formerLife = { deviceId: tablet.deviceId, installEpoch, nextSeq: 1, receiptHighWater: 0 }
    expect((await pair(await codeFor(till), await makeTablet(), { formerLife })).status).toBe(200)
    expect((await call(box.app, operator, tillList)).body.messageId).toBe('auth.session-expired')
  })

  it('believes no former life that it never knew', async () => {
    const { deviceId } = await makeTablet()
    const formerLife = { deviceId, installEpoch, nextSeq: 2 ** 40, receiptHighWater: 0 }
    expect((await pair(await codeFor(till), tablet, { formerLife })).body).toMatchObject({ lostOperations: 0 })
  })
})
