import { people } from './goods.ts'
import { checkLost } from './invariants.ts'
import type { DiskFault } from './world/sim-disk.ts'
import { calm, type NetFault, type Weather } from './world/sim-network.ts'
import type { SimTab } from './world/sim-tab.ts'
import { poison, type SimWorld, type Till } from './world/sim-world.ts'

/** One step of a history: plain data, so that a failing history can be written down. */
export type Step =
  | {
      do: 'sell'
      till: number
      page: number
      count: number
      customer: number | null
      amount: number
      gapMs: number
      taps: number
    }
  | { do: 'sell-poison'; till: number; page: number }
  /** A pupil at self-service, or with a cashier, takes one item, whatever rules say. */
  | { do: 'sell-ruled'; till: number; page: number; customer: number; item: number; amount: number; isAlone: boolean }
  /** Cash for an account, which may be voided at once. */
  | { do: 'top-up'; till: number; page: number; customer: number; amount: number; isVoided: boolean }
  | { do: 'void' | 'refund' | 'drawer' | 'exchange' | 'close-shift'; till: number; page: number }
  | { do: 'pass'; ms: number }
  /** All tablets are switched off for so long. */
  | { do: 'nights'; nights: number }
  | { do: 'weather'; weather: Weather }
  | { do: 'meet'; faults: NetFault[] }
  | { do: 'offline'; isOffline: boolean }
  | { do: 'refuse-poison'; status: number; isOurs: boolean }
  | { do: 'let-poison-through' }
  | { do: 'disk'; till: number; faults: DiskFault[] }
  | { do: 'full'; till: number; full: 'no' | 'spare' | 'yes' }
  | { do: 'open-page' | 'wake-worker' | 'retry' | 'send-now' | 'change-cashier'; till: number; page: number }
  | { do: 'crash' | 'freeze' | 'thaw'; till: number; page: number }
  | { do: 'crash-all'; till: number }
  | { do: 'lose'; till: number; remembers: boolean }
  | { do: 'jump'; till: number; minutes: number }
  | { do: 'revoke'; till: number; isRevoked: boolean }
  | { do: 'stumble'; probability: number }
  | { do: 'back-up' | 'restore' }
  /** A copy is made, a shift is worked and closed, days pass, and the server comes back from that copy. */
  | { do: 'old-copy'; till: number; page: number }
  /** A person ends what was set aside, once it is exported. */
  | { do: 'close-set-aside'; till: number; page: number }
  /** Builds differ: a newer one writes operations that an older server cannot read. */
  | { do: 'install'; till: number; v: number }
  | { do: 'deploy'; v: number }

const maxPages = 4

type Act<D extends Step['do']> = (world: SimWorld, step: Extract<Step, { do: D }>) => void | Promise<void>

/** Does one step to the world. What it sets in motion goes on while the next steps are done. */
const acts: { [D in Step['do']]: Act<D> } = {
  sell: (world, { till, page, count, gapMs, ...order }) => {
    const sell = async () => {
      for (let n = 0; n < count; n += 1) {
        await world.sell(world.till(till), page, order)
        await new Promise<void>((resolve) => world.time.after(gapMs, resolve))
      }
    }
    void sell()
  },
  'sell-poison': (world, { till, page }) =>
    void world.sell(world.till(till), page, { customer: null, amount: 100, note: poison, taps: 1 }),
  'sell-ruled': (world, { till, page, ...order }) => void world.sellRuled(world.till(till), page, order),
  'top-up': (world, { till, page, ...order }) => void world.topUp(world.till(till), page, order),
  void: (world, { till, page }) => void world.voidLast(world.till(till), page),
  refund: (world, { till, page }) => void world.refundLast(world.till(till), page),
  drawer: (world, { till, page }) => void world.openDrawer(world.till(till), page),
  exchange: (world, { till, page }) => void world.exchangeLast(world.till(till), page),
  'close-shift': (world, { till, page }) => void world.closeShift(world.till(till), page),
  pass: async (world, { ms }) => {
    await world.time.advance(ms)
  },
  nights: async (world, { nights }) => {
    for (const { device } of world.tills) device.crashAll()
    await world.time.advance(nights * 86_400_000)
    for (const { device } of world.tills) device.open()
    await world.time.advance(1000)
  },
  weather: ({ network }, { weather }) => {
    network.weather = weather.probability === 0 ? calm : weather
  },
  meet: ({ network }, { faults }) => void network.script.push(...faults),
  offline: ({ network }, { isOffline }) => {
    network.isOffline = isOffline
  },
  'refuse-poison': ({ network }, { status, isOurs }) => {
    network.refusedText = { text: poison, status, isOurs }
  },
  'let-poison-through': ({ network }) => {
    network.refusedText = undefined
  },
  disk: (world, { till, faults }) => void world.till(till).device.diskScript.push(...faults),
  full: (world, { till, full }) => {
    world.till(till).device.full = full
  },
  'open-page': (world, { till }) => {
    const { device } = world.till(till)
    if (device.tabs.length < maxPages) device.open()
  },
  'wake-worker': (world, { till }) => world.till(till).device.wakeWorker(),
  retry: (world, { till, page }) => {
    const tab = world.pageOf(world.till(till), page)
    void tab?.store.retrySetAside().then(
      () => tab.surroundings.channel.post({ type: 'send-now' }),
      () => undefined,
    )
  },
  'send-now': (world, { till, page }) => world.pageOf(world.till(till), page)?.sender?.sendNow(),
  'change-cashier': (world, { till, page }) => {
    world.till(till).cashier = page
  },
  crash: (world, { till, page }) => {
    const { tabs } = world.till(till).device
    tabs[page % tabs.length]?.life.die()
  },
  freeze: (world, { till, page }) => {
    const { tabs } = world.till(till).device
    tabs[page % tabs.length]?.life.freeze()
  },
  thaw: (world, { till }) => world.till(till).device.thaw(),
  'crash-all': (world, { till }) => {
    const { device } = world.till(till)
    device.crashAll()
    device.open()
  },
  lose: async (world, { till: n, remembers }) => {
    const till = world.till(n)
    const lost = await till.device.lose(remembers)
    Object.assign(till, { shiftId: undefined, shifts: 0, receipts: 0, sales: [] })
    world.model?.dropBackup()
    if (remembers) checkLost(lost, await world.server.truth())
    till.device.open()
  },
  jump: (world, { till, minutes }) => {
    world.till(till).device.skewMs += minutes * 60_000
  },
  revoke: (world, { till, isRevoked }) => world.server.revoke(world.till(till).device.deviceId, isRevoked),
  stumble: ({ model, time }, { probability }) => {
    if (model) model.isFailing = () => time.random.float() < probability
  },
  'back-up': ({ model }) => model?.backUp(),
  restore: ({ model }) => void model?.restore(),
  'old-copy': async (world, { till, page }) => {
    world.model?.backUp()
    await world.time.advance(60_000)
    void acts.sell(world, { do: 'sell', till, page, count: 3, customer: null, amount: 100, gapMs: 40, taps: 1 })
    await world.time.advance(60_000)
    void world.closeShift(world.till(till), page)
    await world.time.advance(180_000)
    await acts.nights(world, { do: 'nights', nights: 8 })
    await world.time.advance(120_000)
    world.model?.restore()
  },
  'close-set-aside': (world, { till, page }) => void closeAll(world.pageOf(world.till(till), page), world.till(till)),
  install: (world, { till, v }) => {
    // The real server here is of one build for ever.
    if (world.model) world.till(till).build = v
  },
  deploy: (world, { v }) => world.deploy(v),
}

/** What the list behind the chip does: exports, then ends each; whatever fails is left as it is. */
async function closeAll(tab: SimTab | undefined, { device }: Till): Promise<void> {
  if (!tab) return
  try {
    const open = await tab.store.open(50)
    const aside = open.filter((op) => op.state === 'attention')
    const nowMs = device.wallMs()
    await tab.store.markExported(
      aside.map((op) => op.opId),
      nowMs,
    )
    const [by] = people.cashiers
    if (!by) return
    for (const op of aside) {
      await tab.store.closeSetAside(op.opId, { by, atMs: nowMs, reason: 'told them', correctedBy: null })
    }
    tab.surroundings.channel.post({ type: 'ops-added' })
  } catch {
    // A disk in trouble; the person tries again, or does not.
  }
}

export const act = <D extends Step['do']>(world: SimWorld, step: Extract<Step, { do: D }>): void | Promise<void> =>
  (acts[step.do] as Act<D>)(world, step)
