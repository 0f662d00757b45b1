import { isOpen } from '#local/outbox/link.ts'
import { checkEnd, checkNow, PromiseBroken } from './invariants.ts'
import { act, type Step } from './steps.ts'
import type { SimServer } from './world/sim-server.ts'
import type { SimTime } from './world/sim-time.ts'
import { SimWorld } from './world/sim-world.ts'

export interface History {
  /** Decides all that the steps leave open: latencies, orders, accidents of the weather. */
  seed: number
  devices: number
  steps: Step[]
}

/** What a history came to, for the figures. */
export interface Outcome {
  operations: number
  requests: number
  events: number
  refusals: number
  met: Map<string, number>
  fingerprint: string
}

/** How long it may take until all is well, once all has been mended: a barred device asks again after five minutes. */
const patienceMs = 20 * 60_000

/**
 * Lives through one history and to a good end. The same history gives the same outcome to the letter.
 * @throws PromiseBroken, with the last lines of what happened
 */
export async function runHistory(history: History, openServer?: (time: SimTime) => SimServer): Promise<Outcome> {
  const world = new SimWorld(history.seed, openServer)
  try {
    for (let n = 0; n < history.devices; n += 1) await world.addDevice()
    await world.time.advance(100)
    for (const [n, step] of history.steps.entries()) {
      world.trace.note(`${world.time.nowMs()} ${JSON.stringify(step)}`)
      await act(world, step)
      await world.time.advance(20 * world.time.random.float())
      // The real one is asked more seldom: its truth takes a few queries.
      if (world.model || n % 8 === 0) checkNow(world, await world.server.truth())
    }
    await settle(world)
    checkEnd(world, await world.server.truth())
    return outcomeOf(world)
  } catch (error) {
    if (error instanceof Error) error.message += `\n${world.trace.lines().slice(-60).join('\n')}`
    throw error
  } finally {
    world.close()
  }
}

/** All is mended; then one more sale at each till, and time, until nothing is left to send and every screen is fresh. */
async function settle(world: SimWorld): Promise<void> {
  const { time } = world
  await world.heal()
  const isHurried = time.random.float() < 0.5
  await untilSo(world, 'a page is open everywhere', () => world.tills.every(({ device }) => device.tabs.length > 0))
  const before = world.saved.size
  for (const till of world.tills) void world.sell(till, 0, { customer: 0, amount: 7, taps: 1 })
  await untilSo(world, 'a sale is saved at every till', () => world.saved.size >= before + world.tills.length)
  if (isHurried) for (const till of world.tills) world.pageOf(till, 0)?.sender?.sendNow()
  await untilSo(world, 'nothing is pending', () =>
    world.tills.every(({ device }) => device.disk.outbox.counts().pending === 0),
  )
  for (const till of world.tills) {
    const tab = world.pageOf(till, 0)
    if (till.device.disk.outbox.counts().attention > 0) await retryAll(world, tab?.store.retrySetAside())
    tab?.surroundings.channel.post({ type: 'send-now' })
  }
  const isSent = () =>
    world.tills.every(({ device: { disk } }) => {
      const { pending, attention } = disk.outbox.counts()
      return pending + attention === 0
    })
  await untilSo(world, 'all is sent', isSent)
  // Whatever is still on its way (late requests) arrives, a sleeper with the lead wakes up, and nothing changes.
  for (const { device } of world.tills) device.thaw()
  await time.advance(40_000)
  const sinceMs = time.nowMs()
  const isFresh = () => world.tills.every(({ device: { disk } }) => (disk.page?.takenAtMs ?? 0) > sinceMs)
  await untilSo(world, 'every screen is fresh', isFresh)
  await untilSo(world, 'all is sent still', isSent)
}

async function retryAll(world: SimWorld, retrying: Promise<unknown> | undefined): Promise<void> {
  let isDone = false
  void retrying?.finally(() => {
    isDone = true
  })
  await untilSo(world, 'a person has had it tried again', () => isDone)
}

async function untilSo(world: SimWorld, what: string, isSo: () => boolean): Promise<void> {
  if (await world.time.until(isSo, patienceMs)) return
  const open = world.tills.flatMap(({ device }) => [...device.disk.outbox.all()].filter((op) => isOpen(op.state)))
  const told = open
    .slice(0, 3)
    .map(({ stream, seq, kind, state, lastError }) => ({ stream, seq, kind, state, lastError }))
  throw new PromiseBroken('L', `not so in ${patienceMs / 60_000} minutes: ${what} ${JSON.stringify(told)}`)
}

function outcomeOf({ saved, network, time, refusals, trace, tills }: SimWorld): Outcome {
  const met = new Map<string, number>(network.met)
  for (const { device } of tills) {
    for (const [fault, count] of device.diskMet) met.set(`disk-${fault}`, (met.get(`disk-${fault}`) ?? 0) + count)
  }
  const fingerprint = trace.fingerprint()
  return { operations: saved.size, requests: network.requests(), events: time.events(), refusals, met, fingerprint }
}
