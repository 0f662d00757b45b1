import fc from 'fast-check'
import type { History } from './run-history.ts'
import type { Step } from './steps.ts'
import { diskFaults } from './world/sim-disk.ts'
import { netFaults } from './world/sim-network.ts'

const till = fc.nat(3)
const page = fc.nat(3)
const at = { till, page }

/** A step of a kind with what belongs to it; which kinds have what is said by `Step`. */
const step = <D extends Step['do']>(name: D, rest: { [key: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<Step> =>
  fc.record({ do: fc.constant(name), ...rest }) as fc.Arbitrary<unknown> as fc.Arbitrary<Step>

const sell = step('sell', {
  ...at,
  count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 90 })),
  customer: fc.option(fc.nat(2), { freq: 2 }),
  amount: fc.integer({ min: 1, max: 500 }),
  gapMs: fc.constantFrom(0, 0, 3, 150),
  taps: fc.constantFrom(1, 1, 1, 2, 3),
})

const weather = fc.record({
  probability: fc.constantFrom(0, 0.1, 0.3, 0.7),
  faults: fc.uniqueArray(fc.constantFrom(...netFaults), { minLength: 1, maxLength: 6 }),
})

const minute = 60_000
const pass = step('pass', { ms: fc.constantFrom(5, 40, 300, 1500, 7000, 20_000, minute, 6 * minute) })

const each = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  each(34, sell),
  each(20, pass),
  each(8, step('meet', { faults: fc.array(fc.constantFrom(...netFaults), { minLength: 1, maxLength: 4 }) })),
  each(5, step('weather', { weather })),
  each(6, step('disk', { till, faults: fc.array(fc.constantFrom(...diskFaults), { minLength: 1, maxLength: 3 }) })),
  each(
    4,
    step('sell-ruled', {
      ...at,
      customer: fc.nat(2),
      item: fc.nat(4),
      amount: fc.integer({ min: 1, max: 500 }),
      isAlone: fc.boolean(),
    }),
  ),
  each(
    3,
    step('top-up', { ...at, customer: fc.nat(2), amount: fc.integer({ min: 1, max: 900 }), isVoided: fc.boolean() }),
  ),
  each(3, step('void', at)),
  each(3, step('refund', at)),
  each(2, step('drawer', at)),
  each(3, step('exchange', at)),
  each(2, step('close-shift', at)),
  each(3, step('offline', { isOffline: fc.boolean() })),
  each(4, step('open-page', at)),
  each(3, step('wake-worker', at)),
  each(3, step('crash', at)),
  each(4, step('freeze', at)),
  each(3, step('thaw', at)),
  each(2, step('crash-all', { till })),
  each(2, step('send-now', at)),
  each(2, step('retry', at)),
  each(2, step('close-set-aside', at)),
  each(2, step('install', { till, v: fc.constantFrom(1, 2) })),
  each(2, step('deploy', { v: fc.constantFrom(1, 2) })),
  each(1, step('change-cashier', at)),
  each(2, step('sell-poison', at)),
  each(2, step('refuse-poison', { status: fc.constantFrom(400, 413, 422), isOurs: fc.boolean() })),
  each(1, fc.constant<Step>({ do: 'let-poison-through' })),
  each(2, step('full', { till, full: fc.constantFrom('no', 'spare', 'yes') })),
  each(1, step('lose', { till, remembers: fc.boolean() })),
  each(2, step('jump', { till, minutes: fc.constantFrom(-180, -7, -1, 1, 7, 180) })),
  each(2, step('revoke', { till, isRevoked: fc.boolean() })),
  each(1, step('stumble', { probability: fc.constantFrom(0, 0.05, 0.5) })),
  each(2, fc.constant<Step>({ do: 'back-up' })),
  each(2, fc.constant<Step>({ do: 'restore' })),
  each(1, step('old-copy', at)),
  each(1, step('nights', { nights: fc.constantFrom(1, 8) })),
)

/** Any history of a school with up to three tills; about a hundred operations. */
export const histories: fc.Arbitrary<History> = fc.record({
  seed: fc.noShrink(fc.nat(2 ** 31 - 1)),
  devices: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(anyStep, { minLength: 5, maxLength: 60, size: 'max' }),
})

/** The one history that belongs to a number. */
export function historyOf(seed: number): History {
  const [history] = fc.sample(histories, { seed, numRuns: 1, unbiased: true })
  if (!history) throw new Error('no history')
  return history
}

/** The smallest history that fails as the one of this number does, as far as it can be found in so many tries. */
export async function shrink(seed: number, fails: (history: History) => Promise<boolean>): Promise<History> {
  const property = fc.asyncProperty(histories, async (history) => !(await fails(history)))
  const limits = { interruptAfterTimeLimit: 60_000, numRuns: 1 }
  const { counterexample } = await fc.check(property, { seed, unbiased: true, ...limits })
  return counterexample?.[0] ?? historyOf(seed)
}
