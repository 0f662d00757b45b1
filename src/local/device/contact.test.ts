import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { openStore } from '#tests/support/devices/outbox-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { openContact } from './contact.ts'

async function openTwo() {
  const world = openTestWorld()
  const store = openStore()
  const tabs = [world.openTab(), world.openTab()] as const
  const open = (i: 0 | 1) => openContact(store, tabs[i].surroundings.channel, world.time)
  return { world, store, open, contacts: [await open(0), await open(1)] as const }
}

describe('contact', () => {
  it('is none before the first answer', async () => {
    const { contacts } = await openTwo()
    const [a] = contacts
    expect([a.inContact(), a.lastMs(), a.quietMs()]).toEqual([false, null, Number.POSITIVE_INFINITY])
  })

  it('is known to every tab, lost to every tab, and grows old by itself', async () => {
    const { world, contacts } = await openTwo()
    const [a, b] = contacts
    a.reached(world.time.nowMs())
    await breathe()
    expect([a.inContact(), b.inContact()]).toEqual([true, true])
    b.lost()
    await breathe()
    expect([a.inContact(), b.inContact()]).toEqual([false, false])
    expect([a.quietMs(), b.quietMs()]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect(b.lastMs()).toBe(world.time.nowMs())
    a.reached(world.time.nowMs())
    await world.time.advance(89_999)
    expect([a.inContact(), a.quietMs()]).toEqual([true, 89_999])
    await world.time.advance(1)
    expect(a.inContact()).toBe(false)
  })

  it('does not grow young or old when the clock on the wall is set', async () => {
    const { world, contacts } = await openTwo()
    contacts[0].reached(world.time.nowMs())
    world.time.jump(5 * 86_400_000)
    expect(contacts[0].inContact()).toBe(true)
    world.time.jump(-9 * 86_400_000)
    await world.time.advance(90_000)
    expect(contacts[0].inContact()).toBe(false)
  })

  it('is remembered over a restart, to the minute', async () => {
    const { world, open, contacts } = await openTwo()
    const atMs = world.time.nowMs()
    contacts[0].reached(atMs)
    await breathe(50)
    contacts[0].reached(atMs + 59_000)
    await breathe(50)
    const again = await open(0)
    expect([again.inContact(), again.lastMs()]).toEqual([false, atMs])
  })
})
