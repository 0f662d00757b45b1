import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attempts } from '#server/features/identity/sessions/auth.table.ts'
import { devices } from '#server/features/sync/devices/device.table.ts'
import { loginPos } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { engines } from '#tests/support/database.ts'
import {
  makeDevice,
  makeSchool,
  makeTablet,
  makeTill,
  makeUser,
  password,
  signedCall,
  type TestDevice,
  type TestSchool,
} from '#tests/support/factories.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the limits of signing in on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool

  const tryOnce = async (userName: string, word: string, address = '192.0.2.1', school = 'alnoor') => {
    const reply = await call(box.app, { school, address }, login, { userName, password: word })
    return { status: reply.status, waitMs: reply.body.retryAfterMs, retryAfter: reply.headers.get('retry-after') }
  }
  const wrong = async (times: number, userName: string, address?: string) => {
    for (let i = 0; i < times; i += 1) expect((await tryOnce(userName, 'wrong', address)).status).toBe(401)
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const manara = await makeSchool(box, 'manara')
    await makeUser(box, alnoor, 'mona', ['supervisor'])
    await makeUser(box, alnoor, 'omar', ['operator'])
    await makeUser(box, manara, 'mona', ['supervisor'])
  })
  beforeEach(() => box.clock.advance(60 * minuteMs))
  afterAll(() => box.close())

  it('closes an account to an address after five wrong passwords from there, until the window is over', async () => {
    await wrong(3, 'mona')
    box.clock.advance(5 * minuteMs)
    await wrong(2, 'MONA')
    const before = box.verified()
    const closed = await tryOnce('mona', password)
    expect(closed).toEqual({ status: 429, waitMs: 10 * minuteMs, retryAfter: '600' })
    const till = await call(box.app, { school: 'alnoor' }, loginPos, { userName: 'mona', password })
    expect(till.body).toMatchObject({ success: false, messageId: 'auth.too-many-attempts' })
    expect(box.verified()).toBe(before)
    // The account of the same name in another school is another account.
    expect((await tryOnce('mona', password, '192.0.2.1', 'manara')).status).toBe(200)
    // And anyone who tried there has not locked Mona out where she is.
    expect((await tryOnce('mona', password, '192.0.2.3')).status).toBe(200)

    box.clock.advance(10 * minuteMs - 1)
    expect((await tryOnce('mona', password)).status).toBe(429)
    box.clock.advance(1)
    expect((await tryOnce('mona', password)).status).toBe(200)
  })

  it('starts counting again after a success', async () => {
    for (let i = 0; i < 3; i += 1) {
      await wrong(4, 'mona')
      expect((await tryOnce('mona', password)).status).toBe(200)
    }
  })

  it('checks no more than five of twenty passwords that come at once from one address, and thirty of forty from many', async () => {
    const before = box.verified()
    const guess = (count: number, from: (i: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, i) => tryOnce('omar', `guess ${i}`, from(i))))
    const here = await guess(20, () => '198.51.100.200')
    expect(here.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(here.filter(({ status }) => status === 429)).toHaveLength(15)
    const elsewhere = await guess(40, (i) => `198.51.100.${i}`)
    expect(elsewhere.filter(({ status }) => status === 401)).toHaveLength(25)
    expect(box.verified() - before).toBe(30)
    expect((await tryOnce('omar', password, '198.51.100.250')).status).toBe(429)
  })

  describe('at a paired till', () => {
    const atTill = async (device: TestDevice, word: string) => {
      const input = { userName: 'omar', password: word, deviceId: device.deviceId }
      return (await signedCall(box, { school: 'alnoor' }, device, loginPos, input)).status
    }
    const pairedTill = async () => makeDevice(box, alnoor, await makeTill(box, alnoor))

    it('lets the right person in, however many wrong ones came from elsewhere', async () => {
      const till = await pairedTill()
      for (let i = 0; i < 6; i += 1) await wrong(5, 'omar', `203.0.113.${100 + i}`)
      expect((await tryOnce('omar', password, '203.0.113.200')).status).toBe(429)
      expect((await tryOnce('omar', password, '192.0.2.1')).status).toBe(429)
      expect(await atTill(till, password)).toBe(200)
    })

    it('allows five wrong ones of its own, which close nothing elsewhere', async () => {
      const [till, other] = [await pairedTill(), await pairedTill()]
      for (let i = 0; i < 5; i += 1) expect(await atTill(till, 'wrong')).toBe(401)
      expect(await atTill(till, password)).toBe(429)
      expect(await atTill(other, password)).toBe(200)
      expect((await tryOnce('omar', password)).status).toBe(200)
    })

    it('believes no till that only says so: without its key, or after it was taken out of use', async () => {
      const till = await pairedTill()
      await wrong(5, 'omar')
      const forged = { ...(await makeTablet()), deviceId: till.deviceId }
      expect(await atTill(forged, password)).toBe(429)
      const plain = { userName: 'omar', password, deviceId: till.deviceId }
      expect((await call(box.app, { school: 'alnoor' }, loginPos, plain)).status).toBe(429)
      await box.db.owner
        .update(devices)
        .set({ revokedAt: '2030-01-01T00:00:00.000Z' })
        .where(eq(devices.id, till.deviceId))
      expect(await atTill(till, password)).toBe(429)
    })
  })

  it('closes an address after fifty wrong ones, and no account with it', async () => {
    for (let i = 0; i < 50; i += 1) await wrong(1, `nobody ${i}`, '203.0.113.9')
    expect((await tryOnce('mona', password, '203.0.113.9')).status).toBe(429)
    for (let i = 0; i < 10; i += 1) await tryOnce('mona', 'wrong', '203.0.113.9')
    expect((await tryOnce('mona', password, '203.0.113.10')).status).toBe(200)
  })

  describe('when strangers have used up the tries of an account', () => {
    const pay = async (userName: string, word: string, address: string) => {
      const proof = await quickProof(box, alnoor)
      const { body } = await call(box.app, { school: 'alnoor', address }, login, { userName, password: word, proof })
      return body.success === true ? 'in' : body.messageId
    }
    const strangers = async () => {
      for (let i = 0; i < 6; i += 1) await wrong(5, 'mona', `203.0.113.${50 + i}`)
    }

    it('lets a solved challenge buy a try elsewhere, within the five of that address', async () => {
      await strangers()
      const { body } = await call(box.app, { school: 'alnoor', address: '203.0.113.60' }, login, {
        userName: 'mona',
        password,
      })
      expect(body).toMatchObject({ messageId: 'robots.proof-needed', retryAfterMs: 15 * minuteMs })
      for (let i = 0; i < 5; i += 1) expect(await pay('mona', 'wrong', '203.0.113.61')).toBe('auth.wrong-credentials')
      expect(await pay('mona', password, '203.0.113.61')).toBe('auth.too-many-attempts')
      expect(await pay('mona', password, '203.0.113.60')).toBe('in')
    })

    it('lets it in from where it got in before', async () => {
      expect((await tryOnce('mona', password, '203.0.113.70')).status).toBe(200)
      await strangers()
      expect((await tryOnce('mona', password, '203.0.113.71')).status).toBe(429)
      expect((await tryOnce('mona', password, '203.0.113.70')).status).toBe(200)
    })
  })

  it('lets a solved challenge buy a try at a closed address, and lets in who got in there before', async () => {
    const address = '203.0.113.12'
    expect((await tryOnce('omar', password, address)).status).toBe(200)
    for (let i = 0; i < 50; i += 1) await wrong(1, `nobody ${i}`, address)
    expect((await tryOnce('mona', password, address)).status).toBe(429)
    const proof = await quickProof(box, alnoor)
    const paid = await call(box.app, { school: 'alnoor', address }, login, { userName: 'mona', password, proof })
    expect(paid.body).toMatchObject({ success: true })
    expect((await tryOnce('omar', password, address)).status).toBe(200)
  })

  it('closes no address because somebody there hammers at a closed account', async () => {
    await wrong(5, 'mona', '203.0.113.15')
    for (let i = 0; i < 60; i += 1) expect((await tryOnce('mona', 'wrong', '203.0.113.15')).status).toBe(429)
    expect((await tryOnce('omar', password, '203.0.113.15')).status).toBe(200)
  })

  it('lets any number of people sign in from one address', async () => {
    for (let i = 0; i < 60; i += 1) expect((await tryOnce('mona', password, '203.0.113.20')).status).toBe(200)
  })

  it('keeps neither names nor addresses, and nothing that is over', async () => {
    await wrong(2, 'mona', '203.0.113.30')
    const rows = await box.db.owner.select().from(attempts)
    expect(JSON.stringify(rows)).not.toMatch(/mona|203\.0/)
    box.clock.advance(16 * minuteMs)
    expect((await tryOnce('omar', password, '203.0.113.31')).status).toBe(200)
    const left = await box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(attempts))
    // The two that an address and an account share with other tries; its own is cleared. Where it got in is kept for weeks.
    expect(left.filter(({ windowMs }) => windowMs <= 15 * minuteMs)).toHaveLength(2)
  })
})
