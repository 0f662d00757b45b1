import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { makeIdentity, named } from '#tests/support/devices/device-kit.ts'
import { openStore } from '#tests/support/devices/outbox-kit.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { openTestTime } from '#tests/support/devices/test-time.ts'
import { approveByPin } from './approve-by-pin.ts'
import { keepOperators, openOperators } from './operators.ts'

const idOf = (n: number) => UserId.parse(`0190a5a5-0000-7000-8000-00000000a00${n}`)
const userOf = (n: number) => ({ userId: idOf(n), name: named('Huda'), authority: ['supervisor'] }) as SignedInUser
const pin = '482913'

async function open() {
  const store = openStore()
  const time = openTestTime()
  const parts = {
    store,
    identity: await makeIdentity(),
    clock: time,
    random: seededRandom(5),
    lastContactMs: () => null,
  }
  const operators = openOperators(parts)
  for (const n of [1, 2]) await operators.remember(userOf(n), pin)
  const approve = (typed: string, n = 1) =>
    approveByPin(parts, idOf(n), typed).then(
      () => 'approved',
      (error: { messageId?: string }) => error.messageId,
    )
  const guess = async (times: number) => {
    const said: unknown[] = []
    for (let n = 0; n < times; n += 1) said.push(await approve(`00000${n % 10}`))
    return said
  }
  return { store, time, operators, approve, guess }
}

it('POS-64: five wrong PINs lock this approver for ten minutes, no other one, and not their sign-in', async () => {
  const { time, operators, approve, guess } = await open()
  expect(await guess(5)).toEqual(Array.from({ length: 5 }, () => 'auth.wrong-credentials'))
  expect([await approve(pin), await approve(pin, 2)]).toEqual(['auth.too-many-attempts', 'approved'])
  expect(await operators.signIn(idOf(1), pin)).toMatchObject({ userId: idOf(1) })
  await time.advance(10 * minuteMs - 1)
  expect(await approve(pin)).toBe('auth.too-many-attempts')
  await time.advance(1)
  expect(await approve(pin)).toBe('approved')
  expect(await guess(4)).not.toContain('auth.too-many-attempts')
  expect(await approve(pin)).toBe('approved')
})

it('POS-64: a clock that is set forward or back opens no lock', async () => {
  const { time, approve, guess } = await open()
  await guess(5)
  time.jump(11 * minuteMs)
  expect(await approve(pin)).toBe('auth.too-many-attempts')
  time.jump(-60 * minuteMs)
  expect(await approve(pin)).toBe('auth.too-many-attempts')
  await time.advance(10 * minuteMs)
  expect(await approve(pin)).toBe('approved')
})

it('wants a password after twenty wrong PINs in a row', async () => {
  const { time, operators, approve, guess } = await open()
  for (let n = 0; n < 4; n += 1) {
    await guess(5)
    await time.advance(10 * minuteMs)
  }
  expect(await approve(pin)).toBe('auth.session-expired')
  await operators.remember(userOf(1), pin)
  expect(await approve(pin)).toBe('approved')
})

it('POS-63: who was removed, or is no supervisor any more, approves nothing after the next pull', async () => {
  const { store, operators } = await open()
  await keepOperators(store, [idOf(1), idOf(2)], {}, [idOf(2)])
  expect((await operators.list()).map(({ roles }) => roles)).toEqual([['operator'], ['supervisor']])
  await keepOperators(store, [idOf(1)], {}, [])
  expect((await operators.list()).map(({ userId }) => userId)).toEqual([idOf(1)])
})
