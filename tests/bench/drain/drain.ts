import { bundle, openPage, openProfile, serveSite } from '#tests/bench/bench-site.ts'
import { atLeast, type Figure, type Goal, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { type OpServer, openOpServer, type Weather } from './op-server.ts'
import { openWorkbox, workboxScripts } from './workbox-peer.ts'

/** One way of keeping operations and sending them later. */
interface Queue {
  fill(count: number): Promise<unknown>
  /** In milliseconds. */
  drain(): Promise<number>
}

interface Scenario {
  name: string
  weather: Omit<Weather, 'seed'>
  isLossy: boolean
  /** How many operations each sends: peers fewer where all would take minutes; rates are per operation. */
  counts: Record<QueueName, number>
}

type QueueName = 'ours' | 'workbox' | 'tanstack'

interface Drained {
  perSecond: number
  lost: number
  doubled: number
}

const peers = {
  workbox: 'workbox-background-sync 7.4.1',
  tanstack: '@tanstack/offline-transactions 1.0.53',
} as const

const scenarios: Scenario[] = [
  { name: 'no delay', weather: { delayMs: 0 }, isLossy: false, counts: { ours: 1000, workbox: 1000, tanstack: 300 } },
  {
    name: '150 ms delay',
    weather: { delayMs: 150 },
    isLossy: false,
    counts: { ours: 1000, workbox: 50, tanstack: 50 },
  },
  { name: 'lossy server', weather: { delayMs: 0 }, isLossy: true, counts: { ours: 1000, workbox: 1000, tanstack: 40 } },
]

/** Few batches meet few accidents: ours drains this often in a lossy round, so that each kind of accident comes up. */
const lossyRepeats = 5

/**
 * What was saved without a network, sent to one server: ours in batches with the whole of the protocol, the peers as their
 * documentation says. On the lossy server also what is missing there at the end, and what was applied twice.
 */
export async function benchDrain(isSmoke: boolean): Promise<Figure[]> {
  const server = openOpServer()
  const scripts = {
    drain: await bundle(new URL('./drain-page.ts', import.meta.url).pathname),
    tanstack: await bundle(new URL('./tanstack-page.ts', import.meta.url).pathname),
    ...(await workboxScripts()),
  }
  const queues = await openQueues(await serveSite(scripts, server.answer))
  const figures: Figure[] = []
  for (const scenario of scenarios) {
    const rounds = isSmoke ? 1 : 3
    const counts = isSmoke ? { ours: 5, workbox: 3, tanstack: 2 } : scenario.counts
    figures.push(...(await runScenario({ ...scenario, counts }, { queues, server, rounds })))
  }
  return figures
}

async function openQueues(origin: string): Promise<Record<QueueName, Queue>> {
  const context = await openProfile()
  const ours = await openPage(context, `${origin}/drain.html`, 'benchDrain')
  const tanstack = await openPage(context, `${origin}/tanstack.html`, 'tanstackDrain')
  return {
    workbox: await openWorkbox(context, origin),
    ours: {
      fill: (count) => ours.evaluate((n) => globalThis.benchFill(n), count),
      drain: () => ours.bringToFront().then(() => ours.evaluate(() => globalThis.benchDrain())),
    },
    tanstack: {
      fill: (count) => tanstack.evaluate((n) => globalThis.tanstackFill(n), count),
      drain: () => tanstack.bringToFront().then(() => tanstack.evaluate(() => globalThis.tanstackDrain())),
    },
  }
}

interface Yard {
  queues: Record<QueueName, Queue>
  server: OpServer
  rounds: number
}

async function runScenario(scenario: Scenario, { queues, server, rounds }: Yard): Promise<Figure[]> {
  const drained: Record<QueueName, Drained[]> = { ours: [], workbox: [], tanstack: [] }
  const names = ['ours', 'workbox', 'tanstack'] as const
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const repeats = name === 'ours' && scenario.isLossy ? lossyRepeats : 1
      const results: Drained[] = []
      for (let i = 0; i < repeats; i += 1) {
        const seed = scenario.isLossy ? { seed: round * lossyRepeats + i + 1 } : {}
        results.push(await drainOnce(queues[name], server, scenario.counts[name], { ...scenario.weather, ...seed }))
      }
      drained[name].push(together(results))
    }
  }
  return (['workbox', 'tanstack'] as const).flatMap((peer) => compare(scenario, peer, drained))
}

async function drainOnce(queue: Queue, server: OpServer, count: number, weather: Weather): Promise<Drained> {
  server.begin(weather)
  await queue.fill(count)
  const ms = await queue.drain()
  const times = [...server.applied().values()]
  return { perSecond: (count * 1000) / ms, lost: count - times.length, doubled: times.filter((n) => n > 1).length }
}

/** Several drains as one: all of their operations in all of their time. */
const together = (results: readonly Drained[]): Drained => ({
  perSecond: results.length / results.reduce((sum, r) => sum + 1 / r.perSecond, 0),
  lost: results.reduce((sum, r) => sum + r.lost, 0),
  doubled: results.reduce((sum, r) => sum + r.doubled, 0),
})

function compare(scenario: Scenario, peer: 'workbox' | 'tanstack', drained: Record<QueueName, Drained[]>): Figure[] {
  const { counts, name, isLossy } = scenario
  const figure = (what: string, unit: string, of: keyof Drained, goal: Goal) =>
    toFigure({
      name: `${what}, ${name}`,
      unit,
      yardstickName: `${peers[peer]}, of ${counts[peer]}`,
      values: drained.ours.map((d) => d[of]),
      yardsticks: drained[peer].map((d) => d[of]),
      goal,
    })
  const rate = figure(`drain of ${counts.ours} operations`, 'ops/s', 'perSecond', atLeast(20))
  if (!isLossy) return [rate]
  const ofOurs = `of ${lossyRepeats} × ${counts.ours}`
  return [
    rate,
    figure(`operations lost ${ofOurs}`, 'ops', 'lost', valueAtMost(0)),
    figure(`operations applied twice ${ofOurs}`, 'ops', 'doubled', valueAtMost(0)),
  ]
}
