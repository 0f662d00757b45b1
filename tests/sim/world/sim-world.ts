import { keepFromCounter } from '#local/outbox/link.ts'
import { StorageBroken, StorageFull } from '#local/outbox/outbox.types.ts'
import { isApprovalUsed } from '#local/pos/approved-acts.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { minor, negate } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { type CommandKind, commandVersions } from '#shared/sync/command-kinds.ts'
import {
  approvalOf,
  cashOf,
  closingOf,
  drawerOf,
  exchangeOf,
  openingOf,
  people,
  refundOf,
  saleOf,
  topUpOf,
  voidOf,
} from '#tests/sim/goods.ts'
import { kioskItems, sellsAlone } from '#tests/sim/kiosk.ts'
import { type ModelServer, openModelServer } from '#tests/sim/model-server.ts'
import { openTrace, type Trace } from '#tests/sim/trace.ts'
import { SimDevice, simStartMs } from './sim-device.ts'
import { calm, openSimNetwork, type SimNetwork } from './sim-network.ts'
import type { SimServer } from './sim-server.ts'
import type { SimTab } from './sim-tab.ts'
import { openSimTime, type SimTime } from './sim-time.ts'

/** Text that the way refuses while the rule holds; operations that carry it are poison. */
export const poison = 'poison'

/** Seven days, less what a device's clock may have been set forward meanwhile. */
const keptMs = 6.5 * dayMs

/** What a person at a device knows: the open shift and the sales on the screen. */
export interface Till {
  device: SimDevice
  shiftId: string | undefined
  shifts: number
  receipts: number
  sales: Sale[]
  cashier: number
  /** The one given last; while an act with it is being saved, its page holds it. */
  approval?: { id: string; shiftId: string | undefined; isHeld: boolean }
  /** The version of the operations that its build writes. */
  build: number
}

/** An operation that a screen has called saved. */
export interface Saved {
  op: StoredOp
  device: SimDevice
  /** Which life of the device: it may be lost since. */
  life: string
}

export interface SaleOrder {
  /** Null for cash that is put into the drawer. */
  customer: number | null
  amount: number
  note?: string | undefined
  /** How many pages are tapped with the same sale. */
  taps: number
}

export interface RuledOrder {
  customer: number
  item: number
  amount: number
  isAlone: boolean
}

export interface TopUpOrder {
  customer: number
  amount: number
  isVoided: boolean
}

/** What somebody does at a till. `keepFrom` says from where on operations are kept: from here, or no longer. */
interface Action {
  kind: CommandKind
  body: unknown
  opId: string
  amountMinor?: number
  keepFrom?: 'here' | 'none'
}

/** A school: devices, a network, a server, and the record of what was promised. */
export class SimWorld {
  readonly time: SimTime
  readonly trace: Trace
  readonly server: SimServer
  /** The model, when the server is one. */
  readonly model: ModelServer | undefined
  readonly network: SimNetwork
  readonly tills: Till[] = []
  readonly saved = new Map<string, Saved>()
  /** Ids that were ever seen applied on the server: a restored server may lack them again. */
  readonly everApplied = new Set<string>()
  /** What the core threw that no screen has words for. */
  readonly surprises: string[] = []
  /** Acknowledgements and deletions without a reason. */
  readonly breaches: string[] = []
  refusals = 0
  /** Places of what devices have dropped after its days, as `stream seq`. */
  readonly pruned = new Set<string>()
  /** By the world's own time. */
  readonly ackedAtMs = new Map<string, number>()

  constructor(seed: number, openServer?: (time: SimTime) => SimServer) {
    this.time = openSimTime(seed)
    this.trace = openTrace()
    const nowMs = () => simStartMs + this.time.nowMs()
    this.model = openServer ? undefined : openModelServer(nowMs)
    this.server = openServer?.(this.time) ?? (this.model as SimServer)
    this.network = openSimNetwork(this.time, this.server)
    this.network.onServed = ({ deviceId }, path, text, answer) => {
      this.trace.note(`${this.time.nowMs()} ${deviceId} ${path} ${text.length} → ${answer.status}`)
      if (answer.status === 200) this.#noteApplied(answer.text)
    }
  }

  #noteApplied(text: string) {
    const { results = [] } = JSON.parse(text) as { results?: { opId: string; outcome: string }[] }
    for (const { opId, outcome } of results) {
      this.trace.note(`${opId} ${outcome}`)
      if (outcome === 'applied' || outcome === 'duplicate') this.everApplied.add(opId)
    }
  }

  async addDevice(): Promise<void> {
    const onChange = (...change: [StoredOp, StoredOp | undefined]) => this.#judge(...change)
    const device = new SimDevice(this.time, this.network, this.server, onChange, this.tills.length)
    await device.pair()
    this.tills.push({ device, shiftId: undefined, shifts: 0, receipts: 0, sales: [], cashier: 0, build: 1 })
    device.open()
  }

  /** I6: an operation is acknowledged or deleted only when the server has had it, and kept as long as its shift is open. */
  #judge(before: StoredOp, after: StoredOp | undefined): void {
    const { opId, seq } = before
    const isAcked = after?.state === 'acked' && before.state !== 'acked'
    if ((isAcked || !after) && !this.everApplied.has(opId)) this.breaches.push(`${opId} ${seq} was never applied`)
    if (!after && before.state !== 'acked') this.breaches.push(`${opId} ${seq} was deleted unsent`)
    // A foreign refusal is believed after so many tries; ours only of what this world makes our server refuse.
    const isRefused = before.attempts >= 8 || JSON.stringify(before.body).includes(poison)
    if (after?.state === 'attention' && before.state === 'pending' && !isRefused) {
      this.breaches.push(`${opId} ${seq} was set aside: ${after.lastError}`)
    }
    const agedMs = this.time.nowMs() - (this.ackedAtMs.get(opId) ?? Infinity)
    if (!after && agedMs < keptMs) this.breaches.push(`${opId} ${seq} was deleted after ${agedMs} ms`)
    if (!after) this.pruned.add(`${before.stream} ${seq}`)
    if (isAcked) this.ackedAtMs.set(opId, this.time.nowMs())
    const till = this.tills.find(({ device }) => device.stream() === before.stream)
    const keepFrom = till?.device.disk.outbox.stream(before.stream)?.counters[keepFromCounter] || Infinity
    if (!after && seq >= keepFrom) this.breaches.push(`${opId} ${seq} was deleted while its shift is open`)
  }

  /** Another build of the server: the model's, for the real one here is always the newest. */
  deploy(v: number): void {
    if (this.model) this.model.known = { ...commandVersions, 'pos.moveCash': v }
  }

  till(n: number): Till {
    const till = this.tills[n % this.tills.length]
    if (!till) throw new Error('a world without a device')
    return till
  }

  /** A page with a person before it: not a frozen one. */
  pageOf({ device }: Till, n: number): SimTab | undefined {
    const awake = device.tabs.filter((tab) => !tab.life.isFrozen())
    return awake[n % awake.length]
  }

  async sell(till: Till, page: number, order: SaleOrder): Promise<void> {
    if (!till.shiftId) await this.openShift(till, page)
    const { device, shiftId } = till
    if (!shiftId) return
    const { cashier } = till
    const id = device.newId()
    const { customer, amount, note = 'change' } = order
    if (customer === null) {
      const body = cashOf({ id, shiftId, amount, cashier }, note, device.wallMs())
      await this.#tap(till, page, order.taps, { kind: 'pos.moveCash', body, opId: id, amountMinor: amount })
      return
    }
    till.receipts += 1
    const wish = { id, shiftId, receiptSeq: till.receipts, customer, amount, cashier }
    const sale = saleOf(wish, { nowMs: device.wallMs(), newId: device.newId })
    if (await this.#tap(till, page, order.taps, { kind: 'pos.sale', body: sale, opId: id, amountMinor: amount })) {
      till.sales.push(sale)
    }
  }

  /** Something that rules may forbid: at self-service it is not sold then, with a cashier it is, on somebody's word. */
  async sellRuled(till: Till, page: number, order: RuledOrder): Promise<void> {
    const { customer, amount, isAlone } = order
    const item = kioskItems[order.item % kioskItems.length]
    if (!till.shiftId) await this.openShift(till, page)
    const { device, shiftId, cashier } = till
    if (!shiftId || !item) return
    if (isAlone && !sellsAlone(customer, item, minor(amount), device.wallMs())) return
    till.receipts += 1
    const id = device.newId()
    const wish = { id, shiftId, receiptSeq: till.receipts, customer, amount, cashier }
    const sold = saleOf(wish, { nowMs: device.wallMs(), newId: device.newId })
    const lines = sold.lines.map((line) => ({
      ...line,
      itemId: item.id,
      ...(!isAlone && { overrideReason: 'mother called' }),
    }))
    const sale: Sale = { ...sold, lines, customerProof: isAlone ? 'pin' : 'card', judged: true }
    if (await this.#tap(till, page, 1, { kind: 'pos.sale', body: sale, opId: id, amountMinor: amount }))
      till.sales.push(sale)
  }

  /** The same operation from several pages at once, as a double tap does it. True when one of them called it saved. */
  async #tap(till: Till, page: number, taps: number, action: Action): Promise<boolean> {
    const saves = Array.from({ length: taps }, (_, tap) => this.save(till, page + tap, action))
    return (await Promise.all(saves)).some(Boolean)
  }

  async openShift(till: Till, page: number): Promise<void> {
    const opId = till.device.newId()
    till.shifts += 1
    const body = openingOf(opId, till.shifts, till.cashier, { nowMs: till.device.wallMs(), newId: till.device.newId })
    if (await this.save(till, page, { kind: 'pos.openShift', body, opId, keepFrom: 'here' })) till.shiftId = opId
  }

  async closeShift(till: Till, page: number): Promise<void> {
    if (!till.shiftId) return
    const moment = { nowMs: till.device.wallMs(), newId: till.device.newId }
    const body = closingOf(till.shiftId, till.shifts, till.cashier, moment)
    const done = await this.save(till, page, {
      kind: 'pos.closeShift',
      body,
      opId: till.device.newId(),
      keepFrom: 'none',
    })
    if (!done) return
    till.shiftId = undefined
    till.sales = []
  }

  /** A drawer opened for no sale, in the open shift or in none. */
  async openDrawer(till: Till, page: number): Promise<void> {
    const moment = { nowMs: till.device.wallMs(), newId: till.device.newId }
    if (!till.shiftId) return
    const body = drawerOf(till.shiftId, till.cashier, moment)
    await this.#tap(till, page, 2, { kind: 'pos.drawer', body, opId: body.id })
  }

  /** Cash for an account, tapped twice; taken back at once where it was a mistake. */
  async topUp(till: Till, page: number, { customer, amount, isVoided }: TopUpOrder): Promise<void> {
    if (!till.shiftId) await this.openShift(till, page)
    const { device, shiftId, cashier } = till
    if (!shiftId) return
    till.receipts += 1
    const wish = { id: device.newId(), shiftId, receiptSeq: till.receipts, customer, amount, cashier }
    const body = topUpOf(wish, device.wallMs())
    const isTaken = await this.#tap(till, page, 2, { kind: 'pos.topUp', body, opId: body.id, amountMinor: amount })
    if (!isTaken || !isVoided) return
    const undone = voidOf(body, till.cashier, { nowMs: device.wallMs(), newId: device.newId })
    const taken = { kind: 'pos.voidSale' as const, body: undone, opId: device.newId(), amountMinor: negate(amount) }
    await this.save(till, page, taken)
  }

  async voidLast(till: Till, page: number): Promise<void> {
    const sale = till.sales.pop()
    if (!sale) return
    const moment = { nowMs: till.device.wallMs(), newId: till.device.newId }
    const id = this.#approvalId(till)
    const given = { id, shiftId: till.shiftId, isHeld: true }
    till.approval = given
    const body = { ...voidOf(sale, till.cashier, moment), approval: approvalOf(id, till.cashier, moment.nowMs) }
    await this.save(till, page, { kind: 'pos.voidSale', body, opId: till.device.newId() })
    given.isHeld = false
  }

  /** People try the approval of the last act of the shift again; the till takes it as long as it has not served. */
  #approvalId(till: Till): string {
    const { approval, shiftId, device } = till
    const isFree = approval?.shiftId === shiftId && !approval?.isHeld
    const mayServe = isFree && !isApprovalUsed([...device.disk.outbox.all()], approval?.id ?? '')
    return approval && mayServe ? approval.id : device.newId()
  }

  /** Half of the last sale goes back; that sale is not voided any more. */
  async refundLast(till: Till, page: number): Promise<void> {
    const sale = till.sales.pop()
    if (!sale) return
    till.receipts += 1
    const moment = { nowMs: till.device.wallMs(), newId: till.device.newId }
    const body = refundOf(sale, till.receipts, till.cashier, moment)
    const action = { kind: 'pos.refund', body, opId: body.id, amountMinor: negate(body.totals.total) } as const
    await this.#tap(till, page, 2, action)
  }

  /** Half of the last sale comes back for other goods, in one operation. */
  async exchangeLast(till: Till, page: number): Promise<void> {
    const sold = till.sales.pop()
    if (!sold || !till.shiftId) return
    const { device, shiftId, cashier } = till
    const wish = { id: device.newId(), shiftId, receiptSeq: till.receipts + 1, customer: 0, amount: 150, cashier }
    till.receipts += 2
    const body = exchangeOf(sold, wish, { nowMs: device.wallMs(), newId: device.newId })
    const amountMinor = body.sale.totals.total - body.refund.totals.total
    const action = { kind: 'pos.exchange', body, opId: body.id, amountMinor } as const
    if (await this.#tap(till, page, 2, action)) till.sales.push(body.sale)
  }

  /** True once the screen calls it saved; false when it says that it is not; never when the page dies first. */
  async save({ device, cashier, build }: Till, page: number, act: Action): Promise<boolean> {
    const tab = this.pageOf({ device } as Till, page)
    if (!tab) return false
    const life = device.disk.identity.installEpoch
    const { opId, kind } = act
    const body = build > 1 && kind === 'pos.moveCash' ? { ...(act.body as object), tip: build } : act.body
    const actorId = people.cashiers[cashier % people.cashiers.length] ?? null
    const rest = { v: kind === 'pos.moveCash' ? build : 1, actorId, amountMinor: act.amountMinor ?? null, label: null }
    try {
      const op = await tab.save(opId, (counters, seq) => {
        const keepFrom = act.keepFrom === 'here' ? seq : act.keepFrom === 'none' ? 0 : counters[keepFromCounter]
        const kept = keepFrom === undefined ? counters : { ...counters, [keepFromCounter]: keepFrom }
        return { draft: { opId, kind, body, stream: device.stream(), ...rest }, counters: kept }
      })
      this.trace.note(`${this.time.nowMs()} saved ${op.opId} ${op.stream} ${op.seq}`)
      this.saved.set(op.opId, { op, device, life })
      return true
    } catch (error) {
      this.refusals += 1
      if (!(error instanceof StorageFull) && !(error instanceof StorageBroken)) {
        this.surprises.push(`${(error as Error).name}: ${(error as Error).message}`)
      }
      return false
    }
  }

  /** All is well again, on the way, on every device and in the server. */
  async heal(): Promise<void> {
    Object.assign(this.network, { weather: calm, isOffline: false, script: [], refusedText: undefined })
    if (this.model) this.model.isFailing = () => false
    this.deploy(2)
    for (const { device } of this.tills) {
      Object.assign(device, { diskScript: [], full: 'no' })
      await this.server.revoke(device.deviceId, false)
      const isWatched = device.tabs.some((tab) => !tab.life.isFrozen())
      // A page may sleep on while another is looked at: the lead has to be taken from it.
      if (!isWatched || this.time.random.float() < 0.5) device.thaw()
      if (device.tabs.length === 0) device.open()
    }
  }

  close(): void {
    for (const { device } of this.tills) device.crashAll()
  }
}
