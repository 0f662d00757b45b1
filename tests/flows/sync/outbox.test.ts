import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fault, faults } from '#tests/support/devices/faulty-network.ts'
import { type OutboxWorld, type OutboxYard, openOutboxYard } from '#tests/support/devices/outbox-yard.ts'

let yard: OutboxYard
beforeAll(async () => {
  yard = await openOutboxYard()
})
afterAll(() => yard.close())

async function sellThrough(world: OutboxWorld, count: number) {
  for (let i = 0; i < count; i += 1) await world.sell({ by: i % 2 ? 'account' : 'cash' })
}

describe('a till against the real server', () => {
  it('sells with a network, and everything is there once', async () => {
    const world = await yard.openWorld()
    await sellThrough(world, 6)
    await world.voidLast()
    await world.closeShift()
    await world.settle()
    await world.checkAll()
  })

  it('sells without a network for hours, and everything is there once', async () => {
    const world = await yard.openWorld()
    world.network.offline = true
    await sellThrough(world, 6)
    await world.pass(6 * 3_600_000, 900_000)
    expect((await world.counts()).pending).toBe(world.saved().length - world.sentBefore())
    await world.restart()
    await world.settle()
    await world.checkAll()
  })

  it.each(faults)('loses and doubles nothing when the network does this, over and over: %s', async (fault: Fault) => {
    const world = await yard.openWorld()
    for (let round = 0; round < 4; round += 1) {
      world.network.expect(fault, fault)
      await sellThrough(world, 2)
      await world.pass(8000, 1000)
    }
    await world.settle()
    await world.checkAll()
  })

  it.each([60, -60, 2 * 24 * 60, -2 * 24 * 60])('sends although the clock was set %i minutes off', async (minutes) => {
    const world = await yard.openWorld()
    await sellThrough(world, 2)
    world.world.time.jump(minutes * 60_000)
    await sellThrough(world, 2)
    await world.settle()
    await world.checkAll()
  })

  it('sends with two pages and a worker at once, and each sale is there once', async () => {
    const world = await yard.openWorld()
    await world.box.openTab()
    world.network.offline = true
    await sellThrough(world, 10)
    world.network.heal()
    await Promise.all([world.box.wakeWorker(), world.box.wakeWorker(), world.pass(3000, 500)])
    await world.settle()
    await world.checkAll()
  })

  it('goes on when the leading page freezes, and stays right when it wakes', async () => {
    const world = await yard.openWorld()
    await world.box.openTab()
    const [frozen] = world.box.tabs
    frozen?.tab.freeze()
    await world.sell({ by: 'cash', tab: 1 })
    await world.untilSo(async () => (await world.counts()).pending === 0)
    frozen?.tab.thaw()
    await sellThrough(world, 3)
    await world.settle()
    await world.checkAll()
  })

  it('keeps everything while it is revoked, and sends when it is let in again', async () => {
    const world = await yard.openWorld()
    await world.revoke(true)
    await sellThrough(world, 3)
    await world.untilSo(() => world.box.tabs[0]?.trouble === 'device.revoked')
    expect((await world.counts()).pending).toBeGreaterThanOrEqual(3)
    await world.settle()
    await world.checkAll()
  })

  it('lets no text that a database cannot hold stop what comes behind it', async () => {
    const world = await yard.openWorld()
    await world.sell({ by: 'account' })
    await world.voidLast('half an emoji \ud83d and a nul \u0000')
    await sellThrough(world, 2)
    await world.settle()
    await world.checkAll()
  })
})
