import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { businessDay, dayMs, fromInstant, hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { categoryOf, itemOf, settings } from '#tests/support/devices/snapshot-kit.ts'
import { breathe, testStartMs } from '#tests/support/devices/test-time.ts'
import { actor, openRig, saleOf } from '#tests/support/pos/till-kit.ts'

const float = { floatAmount: minor(10_000) }
const counted = { countedCash: minor(10_000) }
const offMs = fc.integer({ min: -400 * dayMs, max: 400 * dayMs })
/** Both nights on which Berlin changes its clocks, the night of a leap day and of a year's end, to the minute. */
const trueMs = fc
  .tuple(
    fc
      .constantFrom('2030-03-30', '2030-10-26', '2032-02-28', '2030-12-31')
      .map((day) => Date.parse(`${day}T18:00:00Z`)),
    fc.integer({ min: 0, max: 14 * 60 }),
  )
  .map(([startMs, minutes]) => startMs + minutes * minuteMs)
const place = fc.record({
  timeZone: fc.constantFrom('Asia/Qatar', 'Asia/Kuwait', 'Europe/Berlin', 'America/New_York'),
  cutoverMinute: fc.integer({ min: 0, max: 23 * 60 + 59 }),
})

it('prints the server’s time on everything, on the business day of that very time', async () => {
  await fc.assert(
    fc.asyncProperty(trueMs, offMs, fc.boolean(), place, async (ms, offset, isKnown, where) => {
      const rig = await openRig({ settings: { ...settings, ...where } })
      const { till, device } = await rig.openTab()
      rig.world.time.jump(ms - offset - testStartMs)
      if (isKnown) device.offset.measured(0, 0, offset)
      // Before the first contact there is nothing but the device's own clock.
      const shownMs = isKnown ? ms : ms - offset
      const opened = await till.openShift(float, actor)
      const sale = await till.completeSale(saleOf(till), actor)
      const cancelled = await till.voidSale({ saleId: sale.id, reason: 'twice' }, actor)
      const moved = await till.moveCash({ id: till.newId(), kind: 'paid-in', amount: minor(1), reason: 'x' }, actor)
      const closed = await till.closeShift(counted, actor)
      const times = [opened.at, sale.soldAt, cancelled.at, moved.at, closed.at]
      expect(times).toEqual(times.map(() => toInstant(shownMs)))
      const day = businessDay(shownMs, where.timeZone, where.cutoverMinute)
      expect([opened.businessDay, sale.businessDay]).toEqual([day, day])
    }),
    { numRuns: 30 },
  )
})

it('is told to every tab, whichever has asked the server', async () => {
  const rig = await openRig()
  const [asks, sells] = [await rig.openTab(), await rig.openTab()]
  asks.device.offset.measured(0, 0, -3 * dayMs)
  asks.device.contact.reached(testStartMs)
  await breathe(40)
  expect(sells.till.clockOffsetMs).toBe(-3 * dayMs)
  expect((await sells.till.openShift(float, actor)).at).toBe(toInstant(testStartMs - 3 * dayMs))
})

it('closes no shift before it opened, however its clock is set in between', async () => {
  const jumps = fc.array(fc.oneof(fc.constantFrom(-hourMs, hourMs, -3 * dayMs, 3 * dayMs), offMs), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(jumps, fc.boolean(), async (jumpsMs, isMeasured) => {
      const rig = await openRig()
      const { till, device } = await rig.openTab()
      const opened = await till.openShift(float, actor)
      const numbers: number[] = []
      let offByMs = 0
      for (const ms of jumpsMs) {
        rig.world.time.jump(ms)
        offByMs += ms
        if (isMeasured) device.offset.measured(0, 0, -offByMs)
        numbers.push((await till.completeSale(saleOf(till), actor)).receiptSeq)
      }
      const closed = await till.closeShift(counted, actor)
      expect(fromInstant(closed.at)).toBeGreaterThanOrEqual(fromInstant(opened.at))
      if (isMeasured) expect(fromInstant(closed.at) - fromInstant(opened.at)).toBeLessThan(1000)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }),
    { numRuns: 20 },
  )
})

it('sells at planned prices from the cutover on, without a network and by the server’s time; a cart keeps its own', async () => {
  const from = businessDay(testStartMs + dayMs, settings.timeZone, settings.cutoverMinute)
  const planned = itemOf(1, { nextPrices: [{ from, price: minor(700) }] })
  const rig = await openRig({ categories: [categoryOf(1)], items: [planned] })
  const { till, device } = await rig.openTab()
  // The device's clock is a day behind.
  device.offset.measured(0, 0, dayMs)
  await till.openShift(float, actor)
  expect(till.catalogue.items[0]?.price).toBe(700)
  device.offset.measured(0, 0, 0)
  rig.world.time.jump(-1)
  const before = saleOf(till)
  expect(till.catalogue.items[0]?.price).toBe(500)
  rig.world.time.jump(dayMs)
  expect(till.catalogue.items[0]?.price).toBe(700)
  const kept = await till.completeSale(before, actor)
  const next = await till.completeSale(saleOf(till), actor)
  expect([kept.totals.total, next.totals.total]).toEqual([500, 700])
})
