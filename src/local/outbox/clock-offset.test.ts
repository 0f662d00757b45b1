import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openStore } from '#tests/support/devices/outbox-kit.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { loadClockOffset } from './clock-offset.ts'

it('is unknown before the first contact, then the server against the middle of the exchange', async () => {
  const offset = await loadClockOffset(openStore())
  expect(offset.value()).toBeNull()
  offset.measured(1000, 2000, 61_500)
  expect(offset.value()).toBe(60_000)
})

it('takes the middle of the last five, so that one slow answer moves nothing', async () => {
  const offset = await loadClockOffset(openStore())
  for (const ms of [10_000, 10_400, 9_600, 40_000]) offset.measured(0, 0, ms)
  expect(Math.abs((offset.value() ?? 0) - 10_000)).toBeLessThanOrEqual(400)
  for (const ms of [50_000, 50_000, 50_000]) offset.measured(0, 0, ms)
  expect(offset.value()).toBe(50_000)
})

it('forgets older samples when the device clock has jumped', async () => {
  const offset = await loadClockOffset(openStore())
  for (let i = 0; i < 5; i += 1) offset.measured(0, 0, 100)
  offset.measured(0, 0, -3 * 3_600_000)
  expect(offset.value()).toBe(-3 * 3_600_000)
})

it('is taken over from the tab that measured it', async () => {
  const store = openStore()
  const [asks, sells] = [await loadClockOffset(store), await loadClockOffset(store)]
  asks.measured(0, 0, 5000)
  expect(sells.value()).toBeNull()
  await asks.reload()
  expect(asks.value()).toBe(5000)
  await sells.reload()
  expect(sells.value()).toBe(5000)
})

it('is remembered over a restart', async () => {
  const store = openStore()
  const offset = await loadClockOffset(store)
  offset.measured(0, 0, 5000)
  await breathe(50)
  expect((await loadClockOffset(store)).value()).toBe(5000)
})
