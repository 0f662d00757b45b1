import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { makeIdentity, named } from '#tests/support/devices/device-kit.ts'
import { openStore } from '#tests/support/devices/outbox-kit.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { openTestTime } from '#tests/support/devices/test-time.ts'
import { keepOperators, openOperators } from './operators.ts'

const sara = { userId: UserId.parse('0190a5a5-0000-7000-8000-00000000a001'), name: named('Sara') } as SignedInUser
const pin = '482913'

async function open(lastContactMs: () => number | null = () => null) {
  const store = openStore()
  const time = openTestTime()
  const parts = { store, identity: await makeIdentity(), clock: time, random: seededRandom(5), lastContactMs }
  const operators = openOperators(parts)
  await operators.remember(sara, pin)
  const kept = async () => (await store.getMeta<Record<string, { failures: number }>>('operators'))?.[sara.userId]
  return { operators, time, store, parts, kept }
}
const messageOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: { messageId?: string }) => error.messageId,
  )

describe('signing in by PIN', () => {
  it('lets in who was here before, and keeps no PIN', async () => {
    const { operators, store, kept } = await open()
    expect(await operators.signIn(sara.userId, pin)).toEqual(sara)
    expect((await kept())?.failures).toBe(0)
    expect(JSON.stringify(await store.getMeta('operators'))).not.toContain(pin)
    expect(await messageOf(operators.signIn('somebody', pin))).toBe('auth.wrong-credentials')
  })

  it('is worth nothing with the verifier on another device', async () => {
    const { operators, store, parts } = await open()
    const elsewhere = openOperators({ ...parts, identity: await makeIdentity() })
    expect(await messageOf(elsewhere.signIn(sara.userId, pin))).toBe('auth.wrong-credentials')
    expect(await messageOf(operators.signIn(sara.userId, pin))).toBe('in')
    store.close()
  })

  it('counts an attempt before it is checked, so that pulling the plug gives none for free', async () => {
    const { operators, store, kept } = await open()
    const attempt = operators.signIn(sara.userId, '000000')
    for (let i = 0; i < 20 && (await kept())?.failures === 0; i += 1) await new Promise((r) => setTimeout(r, 1))
    expect((await kept())?.failures).toBe(1)
    expect(await messageOf(attempt)).toBe('auth.wrong-credentials')
    store.close()
  })

  it('is over after five wrong PINs, one after the other or at once, for the right one too', async () => {
    const { operators } = await open()
    const guesses = Array.from({ length: 7 }, (_, i) => messageOf(operators.signIn(sara.userId, `00000${i}`)))
    const said = await Promise.all(guesses)
    expect(said.filter((s) => s === 'auth.wrong-credentials')).toHaveLength(5)
    expect(await messageOf(operators.signIn(sara.userId, pin))).toBe('auth.too-many-attempts')
    expect((await operators.list())[0]).toEqual({ userId: sara.userId, name: sara.name, usable: false })
    await operators.remember(sara, pin)
    expect(await messageOf(operators.signIn(sara.userId, pin))).toBe('in')
  })

  it('is over after 14 days without the server’s word', async () => {
    const { operators, time } = await open()
    time.jump(14 * dayMs - 1)
    expect((await operators.list())[0]?.usable).toBe(true)
    time.jump(1)
    expect(await messageOf(operators.signIn(sara.userId, pin))).toBe('auth.session-expired')
    expect((await operators.list())[0]?.usable).toBe(false)
  })

  it('goes on while the device hears from the server', async () => {
    let lastMs: number | null = null
    const { operators, time } = await open(() => lastMs)
    time.jump(40 * dayMs)
    lastMs = time.nowMs() - 13 * dayMs
    expect(await messageOf(operators.signIn(sara.userId, pin))).toBe('in')
  })

  it('is over when the clock was set back further than the time it is good for', async () => {
    const { operators, time } = await open()
    time.jump(-14 * dayMs)
    expect(await messageOf(operators.signIn(sara.userId, pin))).toBe('auth.session-expired')
  })

  it('is over for who may not work here any more, and for nobody else', async () => {
    const { operators, store, kept } = await open()
    const omar = { ...sara, userId: UserId.parse('0190a5a5-0000-7000-8000-00000000a002') }
    await operators.remember(omar, pin)
    await keepOperators(store, [sara.userId, omar.userId])
    expect(await operators.list()).toHaveLength(2)
    await keepOperators(store, [omar.userId])
    expect((await operators.list()).map(({ userId }) => userId)).toEqual([omar.userId])
    expect(await kept()).toBeUndefined()
    expect(await messageOf(operators.signIn(sara.userId, pin))).toBe('auth.wrong-credentials')
    expect(await messageOf(operators.signIn(omar.userId, pin))).toBe('in')
  })
})
