import 'fake-indexeddb/auto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, fromInstant, hourMs, minuteMs } from '#shared/kernel/time.ts'
import { type OutboxWorld, type OutboxYard, openOutboxYard } from '#tests/support/devices/outbox-yard.ts'
import { testStartMs } from '#tests/support/devices/test-time.ts'

let yard: OutboxYard
beforeAll(async () => {
  yard = await openOutboxYard()
})
afterAll(() => yard.close())

const device = (world: OutboxWorld) => world.box.identity.deviceId
const flagsOf = async (world: OutboxWorld) =>
  (await world.rows<{ flags: string[] }>(sql`select flags from sync_ops where device_id = ${device(world)}`)).flatMap(
    ({ flags }) => flags,
  )

describe('a tablet whose clock is wrong', () => {
  const jumps = [3 * dayMs, -3 * dayMs, 3 * hourMs, -3 * hourMs, hourMs, -hourMs]

  it.each(jumps)('F29 T35: keeps both times and the right business day, %i ms off and back again', async (jumpMs) => {
    const world = await yard.openWorld()
    const { time } = world.world
    await world.sell({ by: 'cash' })
    // In the middle of a shift, without a network, so that nothing can tell.
    world.network.offline = true
    time.jump(jumpMs)
    await world.sell({ by: 'account' })
    world.network.offline = false
    await world.settle()
    // From here on the device knows how far off it is.
    const known = (await world.ops()).length
    await world.closeShift()
    await world.sell({ by: 'account' })
    await world.settle()
    const untilMs = (await world.ops()).length
    time.jump(-jumpMs)
    await world.sell({ by: 'cash' })
    await world.settle()
    await world.checkAll()

    const days = await world.rows<{ day: string }>(sql`
      select distinct day from (select business_day::text as day from shifts where device_id = ${device(world)}
        union all select s.business_day::text from sales s join shifts h on h.id = s.shift_id
        where h.device_id = ${device(world)}) days`)
    expect(days).toEqual([{ day: '2030-03-03' }])
    const sold = await world.rows<{ at: string; received: string }>(sql`
      select to_json(sold_at)#>>'{}' as at, to_json(s.received_at)#>>'{}' as received
      from sales s join shifts h on h.id = s.shift_id where h.device_id = ${device(world)} order by s.receipt_seq`)
    // Right as soon as the jump was measured, and until the next one.
    const offMs = sold.map(({ at, received }) => fromInstant(at) - fromInstant(received))
    const near = (ms: number) => expect.toSatisfy((is: number) => Math.abs(is - ms) < 2 * minuteMs, `about ${ms}`)
    expect(offMs).toEqual([near(0), near(jumpMs), near(0), near(-jumpMs)])
    expect(sold.every(({ received }) => Math.abs(fromInstant(received) - testStartMs) < hourMs / 2)).toBe(true)
    // What was measured stands beside what the clock said.
    const offsets = (await world.ops()).slice(known, untilMs).map((op) => op.clockOffsetMs ?? 0)
    expect(offsets).toEqual(offsets.map(() => near(-jumpMs)))
  })
})

describe('a tablet that is put away', () => {
  it('T24: twice in the middle of the same request sends each sale once', async () => {
    const world = await yard.openWorld()
    const [page] = world.box.tabs
    world.network.offline = true
    for (const by of ['cash', 'account', 'cash'] as const) await world.sell({ by })
    world.network.offline = false
    const there = async () =>
      (await world.rows(sql`select from sync_ops where device_id = ${device(world)}`)).length - world.sentBefore()
    for (let times = 0; times < 2; times += 1) {
      world.network.expect('lose-answer', 'lose-answer', 'lose-answer', 'lose-answer')
      const before = world.network.served()
      page?.sender.sendNow()
      for (let i = 0; (world.network.served() === before || (await there()) < 3) && i < 300; i += 1)
        await world.pass(100, 100)
      page?.tab.freeze()
      await world.pass(10 * minuteMs, minuteMs)
      expect([(await world.counts()).pending, await there()]).toEqual([3, 3])
      page?.tab.thaw()
    }
    await world.settle()
    await world.checkAll()
  })

  it('T26: has in each unsent operation all that it takes, when all else on it is gone', async () => {
    const world = await yard.openWorld()
    world.network.offline = true
    await world.closeShift()
    for (const by of ['cash', 'account'] as const) await world.sell({ by })
    await world.voidLast()
    await world.closeShift()
    await world.sell({ by: 'account' })
    const unsent = (await world.counts()).pending
    expect(unsent).toBe(8)
    const [page] = world.box.tabs
    await page?.device.snapshot.delete()
    world.box.canary.clear()
    world.box.close()
    world.network.offline = false
    expect(await world.box.wakeWorker()).toBe('done')
    const [{ count } = { count: 0 }] = await world.rows<{ count: number }>(sql`
      select count(*)::int as count from sync_ops where device_id = ${device(world)} and outcome = 'applied'`)
    expect([count - world.sentBefore(), await flagsOf(world)]).toEqual([unsent, []])
  })
})

describe('a sale that is cancelled', () => {
  it.each(['slow', 'lose-answer', 'lose-request', 'late'] as const)(
    'T47: while it is on its way (%s) reaches the server, and so does its void, in this order',
    async (fault) => {
      const world = await yard.openWorld()
      const [page] = world.box.tabs
      world.network.expect(fault)
      const before = world.network.served()
      await world.sell({ by: 'account' })
      page?.sender.sendNow()
      for (let i = 0; fault === 'slow' && world.network.served() === before && i < 100; i += 1) await world.pass(50, 10)
      await world.voidLast()
      await world.settle()
      await world.checkAll()
      const kinds = await world.rows<{ kind: string }>(sql`
        select kind from sync_ops where device_id = ${device(world)} order by seq desc limit 2`)
      expect(kinds.map(({ kind }) => kind)).toEqual(['pos.voidSale', 'pos.sale'])
      const entries = await world.rows<{ kind: string; amount: number }>(sql`
        select e.kind, e.amount::int as amount from account_entries e join devices d on d.school_id = e.school_id
        where d.id = ${device(world)} and e.kind <> 'topup' order by e.kind`)
      const [sold] = (await world.ops()).filter(({ kind }) => kind === 'pos.sale')
      expect(entries).toEqual([
        { kind: 'sale', amount: -(sold?.amountMinor ?? 0) },
        { kind: 'void', amount: sold?.amountMinor },
      ])
      expect(await flagsOf(world)).toEqual([])
    },
  )
})
