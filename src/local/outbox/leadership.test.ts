import { afterEach, describe, expect, it } from 'vitest'
import { openTestWorld, type TestDeviceWorld, type TestTab } from '#tests/support/devices/test-surroundings.ts'
import { leadForever } from './leadership.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Tab that wants the lead, and logs when it has it, loses it or stops. */
function contender(world: TestDeviceWorld, name: string, log: string[], maySteal = true) {
  const tab: TestTab = world.openTab()
  const stopping = new AbortController()
  stops.push(() => {
    stopping.abort()
    tab.crash()
  })
  let finish = () => {}
  const work = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      log.push(`${name} leads`)
      finish = resolve
      signal.addEventListener('abort', () => {
        log.push(`${name} is told to stop`)
        resolve()
      })
    })
  const parts = { ...tab.surroundings, name: 'lead', maySteal: () => maySteal }
  const ended = leadForever(parts, work, stopping.signal)
  return { tab, ended, stop: () => stopping.abort(), finish: () => finish() }
}

describe('the lead', () => {
  it('is held by one, and handed to the next as soon as the first goes', async () => {
    const world = openTestWorld()
    const log: string[] = []
    const a = contender(world, 'a', log)
    await world.time.advance(10)
    contender(world, 'b', log)
    await world.time.advance(120_000)
    expect(log).toEqual(['a leads'])
    a.stop()
    await a.ended
    await world.time.advance(10)
    expect(log).toEqual(['a leads', 'a is told to stop', 'b leads'])
  })

  it('is free at once when its tab crashes', async () => {
    const world = openTestWorld()
    const log: string[] = []
    const a = contender(world, 'a', log)
    await world.time.advance(10)
    contender(world, 'b', log)
    await world.time.advance(10)
    a.tab.crash()
    await world.time.advance(10)
    expect(log).toEqual(['a leads', 'b leads'])
  })

  it('is taken from a frozen tab after three missed beats, and the robbed one is told when it wakes', async () => {
    const world = openTestWorld()
    const log: string[] = []
    const a = contender(world, 'a', log)
    await world.time.advance(10)
    contender(world, 'b', log)
    await world.time.advance(11_000)
    a.tab.freeze()
    await world.time.advance(13_900)
    expect(log).toEqual(['a leads'])
    await world.time.advance(6_000)
    expect(log.filter((line) => line.endsWith('leads'))).toEqual(['a leads', 'b leads'])
    a.tab.thaw()
    await world.time.advance(60_000)
    expect(log).toContain('a is told to stop')
    expect(log.filter((line) => line.endsWith('leads'))).toEqual(['a leads', 'b leads'])
  })

  it('is never taken by a tab that is not visible', async () => {
    const world = openTestWorld()
    const log: string[] = []
    const a = contender(world, 'a', log)
    await world.time.advance(10)
    contender(world, 'b', log, false)
    a.tab.freeze()
    await world.time.advance(600_000)
    expect(log).toEqual(['a leads'])
  })

  it('comes again to who ended a term, and to who was robbed', async () => {
    const world = openTestWorld()
    const log: string[] = []
    const a = contender(world, 'a', log)
    await world.time.advance(10)
    a.finish()
    await world.time.advance(10)
    expect(log).toEqual(['a leads', 'a leads'])
    const b = contender(world, 'b', log)
    a.tab.freeze()
    await world.time.advance(30_000)
    a.tab.thaw()
    await world.time.advance(1000)
    b.stop()
    await world.time.advance(6000)
    expect(log.at(-1)).toBe('a leads')
  })
})
