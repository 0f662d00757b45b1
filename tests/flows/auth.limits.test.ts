import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attempts } from '#server/features/auth/auth.table.ts'
import { login, loginPos } from '#shared/contract/auth.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
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

  it('closes an account after five wrong passwords, from wherever they come, until the window is over', async () => {
    await wrong(3, 'mona', '192.0.2.1')
    box.clock.advance(5 * minuteMs)
    await wrong(2, 'MONA', '192.0.2.2')
    const before = box.verified()
    const closed = await tryOnce('mona', password, '192.0.2.3')
    expect(closed).toEqual({ status: 429, waitMs: 10 * minuteMs, retryAfter: '600' })
    const till = await call(box.app, { school: 'alnoor' }, loginPos, { userName: 'mona', password })
    expect(till.body).toMatchObject({ success: false, messageId: 'auth.too-many-attempts' })
    expect(box.verified()).toBe(before)
    // The account of the same name in another school is another account.
    expect((await tryOnce('mona', password, '192.0.2.3', 'manara')).status).toBe(200)

    box.clock.advance(10 * minuteMs - 1)
    expect((await tryOnce('mona', password)).status).toBe(429)
    box.clock.advance(1)
    expect((await tryOnce('mona', password)).status).toBe(200)
  })

  it('starts counting anew after a success', async () => {
    for (let i = 0; i < 3; i += 1) {
      await wrong(4, 'mona')
      expect((await tryOnce('mona', password)).status).toBe(200)
    }
  })

  it('checks no more than five of twenty passwords that come at once', async () => {
    const before = box.verified()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => tryOnce('omar', `guess ${i}`, `198.51.100.${i}`)),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15)
    expect(box.verified() - before).toBe(5)
  })

  it('closes an address after fifty wrong ones, and no account with it', async () => {
    for (let i = 0; i < 50; i += 1) await wrong(1, `nobody ${i}`, '203.0.113.9')
    expect((await tryOnce('mona', password, '203.0.113.9')).status).toBe(429)
    for (let i = 0; i < 10; i += 1) await tryOnce('mona', 'wrong', '203.0.113.9')
    expect((await tryOnce('mona', password, '203.0.113.10')).status).toBe(200)
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
    expect(left).toHaveLength(1)
  })
})
