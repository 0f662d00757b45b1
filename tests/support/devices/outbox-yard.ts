import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { OutboxCounts } from '#local/outbox/outbox.types.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { createApp } from '#server/app.ts'
import { openInstallation } from '#server/features/sync/installation/installation.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { OpId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { Engine } from '#tests/support/database.ts'
import { makeTill } from '#tests/support/factories.ts'
import { type Canteen, openCanteen } from '#tests/support/pos/canteen.ts'
import { type BoxTab, openTillBox, type TillBox } from '#tests/support/pos/till-box.ts'
import { saleOf } from '#tests/support/pos/till-kit.ts'
import { type Box, openBox } from '#tests/support/server.ts'
import type { Wire } from './device-kit.ts'
import { type FaultyNetwork, openFaultyNetwork } from './faulty-network.ts'
import { allowPairing, pairAsItself, pairingCode } from './pair-till.ts'
import { openTestWorld, type TestDeviceWorld } from './test-surroundings.ts'
import { breathe, openTestTime, testStartMs } from './test-time.ts'

/** The real server, in this process, with a school for everyone who comes. */
export interface OutboxYard {
  server: Box
  /** @param beforePairing is called once the school and its till are there */
  openWorld(beforePairing?: () => Promise<void>): Promise<OutboxWorld>
  close(): Promise<void>
}

export interface SellOptions {
  by: 'cash' | 'account'
  customer?: number
  qty?: number
  tab?: number
  doubleTap?: boolean
  /** The set-aside sale that this one is entered in place of. */
  corrects?: string
}

/** One school with one till, its server and the network between them; and what the screen called saved. */
export interface OutboxWorld {
  world: TestDeviceWorld
  network: FaultyNetwork
  box: TillBox
  /** Ids of the operations that the screen called saved. */
  saved(): readonly string[]
  /** How many operations had been sent when the world was opened. */
  sentBefore(): number
  sell(options: SellOptions): Promise<void>
  voidLast(reason?: string): Promise<void>
  openShift(): Promise<void>
  closeShift(): Promise<void>
  counts(): Promise<OutboxCounts>
  actor: Actor
  /** Every operation that the device has, in order. */
  ops(): Promise<StoredOp[]>
  /** Works in the school's own part of the server's database. */
  inSchool<T>(work: (tx: Tx, schoolId: string) => Promise<T>): Promise<T>
  /** Asks the server's database. */
  rows<T>(query: ReturnType<typeof sql>): Promise<T[]>
  /** Time passes, in steps between which everything under way gets done. */
  pass(ms: number, stepMs: number): Promise<void>
  /** All pages are gone at once, and one comes back. */
  restart(): Promise<void>
  revoke(isRevoked: boolean): Promise<void>
  /** The device is paired with its place once more, by a new code, where the server has forgotten it; its page is opened again. */
  pairAgain(): Promise<void>
  /** Why nothing is sent now, in the page that sends. */
  trouble(): string | null
  /** Lets time pass, by default two seconds at a time, until it is so. @throws after 400 steps */
  untilSo(isSo: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>
  /** All is well again, until nothing is left to send. */
  settle(): Promise<void>
  /** What must hold at any moment: nothing saved is neither here nor there, and the chip does not hide it. */
  checkNow(): Promise<void>
  /** What must hold after `settle`. */
  checkAll(): Promise<void>
}

/** What `openCanteen` gives everyone. */
const startBalance = 100_000

let schools = 0

export async function openOutboxYard(engine: Engine = 'pglite'): Promise<OutboxYard> {
  const server = await openBox(engine)
  const worlds: TillBox[] = []
  return {
    server,
    openWorld: async (beforePairing) => {
      schools += 1
      const opened = await openWorld(server, `yard${schools}`, beforePairing)
      worlds.push(opened.box)
      return opened
    },
    close: async () => {
      for (const box of worlds) box.close()
      await server.close()
    },
  }
}

async function openWorld(server: Box, code: string, beforePairing?: () => Promise<void>): Promise<OutboxWorld> {
  const time = openTestTime()
  const world = openTestWorld(schools, time)
  // The server's clock goes as time does; only the tablet's is ever set wrong.
  const bootMs = time.monotonicMs()
  const clock = { nowMs: () => testStartMs + time.monotonicMs() - bootMs, monotonicMs: () => time.monotonicMs() }
  const { db, random } = server.deps
  const app = createApp({ ...server.deps, clock, installation: openInstallation({ db, clock, random }) })
  const canteen = await openCanteen(server, code)
  const connection = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
  const wire: Wire = async (request) => app.request(request, undefined, connection)
  const network = openFaultyNetwork(wire, time)
  const place = await makeTill(server, canteen.school)
  await beforePairing?.()
  await allowPairing(server, canteen, place.tillId)
  network.expect('lose-answer')
  const box = await openTillBox({ schoolCode: code, world, wire: network.wire, pairingCode })
  await box.openTab()
  const run = new WorldRun(server, canteen, { world, network, box, tillId: place.tillId })
  await run.untilSo(() => box.tabs[0]?.till !== undefined)
  await run.openShift()
  await run.settle()
  run.begin()
  return run
}

class WorldRun implements OutboxWorld {
  readonly world: TestDeviceWorld
  readonly network: FaultyNetwork
  readonly box: TillBox
  readonly #server: Box
  readonly #canteen: Canteen
  readonly #tillId: string
  readonly #saved = new Set<string>()
  #sentBefore = 0

  constructor(
    server: Box,
    canteen: Canteen,
    parts: Pick<OutboxWorld, 'world' | 'network' | 'box'> & { tillId: string },
  ) {
    this.#server = server
    this.#canteen = canteen
    this.#tillId = parts.tillId
    this.world = parts.world
    this.network = parts.network
    this.box = parts.box
  }

  begin() {
    this.#sentBefore = this.#saved.size
  }
  saved = () => [...this.#saved]
  sentBefore = () => this.#sentBefore
  counts = () => this.#tab(0).device.store.counts()

  #tab(index = 0): BoxTab {
    const tab = this.box.tabs[index % this.box.tabs.length]
    if (!tab) throw new Error('no page is open')
    return tab
  }

  get actor() {
    return { userId: this.#canteen.cashier, roles: ['operator'] as const }
  }

  /** Voids without asking anybody, however late. */
  get #supervisor() {
    return { ...this.actor, roles: ['supervisor'] as const }
  }

  /** A page that is open; a frozen one takes no taps. */
  #till(index = 0) {
    const { till } = this.#tab(index)
    if (!till) throw new Error('no till is open')
    return till
  }

  async openShift() {
    const opened = await this.#till().openShift({ floatAmount: minor(5000) }, this.actor)
    this.#saved.add(opened.id)
  }

  async sell({ by, customer = 0, qty = 1, tab = 0, doubleTap = false, corrects }: SellOptions) {
    const till = this.#till(tab)
    const customerId = this.#canteen.customers[customer % this.#canteen.customers.length]
    const sale = saleOf(till, { by, qty, ...(customerId === undefined ? {} : { customerId }) })
    const input = corrects === undefined ? sale : { ...sale, corrects: corrects as OpId }
    const taps = doubleTap ? [1, 2] : [1]
    const sold = await Promise.allSettled(taps.map(() => till.completeSale(input, this.actor)))
    for (const tap of sold) {
      if (tap.status === 'fulfilled') this.#saved.add(tap.value.id)
      else if (!isRefusal(tap.reason)) throw tap.reason
    }
  }

  async voidLast(reason = 'wrong') {
    const till = this.#till()
    const sale = till.shift?.sales.at(-1)
    if (sale) this.#saved.add((await till.voidSale({ saleId: sale.id, reason }, this.#supervisor)).id)
  }

  async closeShift() {
    const till = this.#till()
    const before = await this.ops()
    await till.closeShift({ countedCash: till.report().expectedCash }, this.actor)
    for (const op of (await this.ops()).slice(before.length)) this.#saved.add(op.opId)
    await this.openShift()
  }

  ops = (): Promise<StoredOp[]> => this.#tab().device.store.ofStream(`till/${this.box.identity.deviceId}`, 0)

  async pass(ms: number, stepMs: number) {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await this.world.time.advance(stepMs)
      await new Promise((resolve) => setTimeout(resolve, 1))
      await this.network.idle()
    }
    await this.world.time.advance(0)
  }

  async untilSo(isSo: () => boolean | Promise<boolean>, stepMs = 2000) {
    for (let steps = 0; !(await isSo()); steps += 1) {
      if (steps > 400) throw new Error('never so')
      await this.pass(stepMs, stepMs)
    }
  }

  async restart() {
    this.box.close()
    await this.box.openTab()
  }

  async revoke(isRevoked: boolean) {
    const at = isRevoked ? toInstant(testStartMs) : null
    await this.#server.db.owner.execute(sql`
      update devices set revoked_at = ${at}::timestamptz where id = ${this.box.identity.deviceId}`)
  }

  trouble = () => this.#tab().trouble

  async pairAgain() {
    await allowPairing(this.#server, this.#canteen, this.#tillId)
    await pairAsItself(this.#tab(), this.network.wire, this.#canteen.school.code)
    await this.restart()
  }

  async settle() {
    this.network.heal()
    await this.revoke(false)
    for (const { tab } of this.box.tabs) tab.thaw()
    this.#tab().sender.sendNow()
    await this.untilSo(async () => (await this.counts()).pending === 0)
    const sentAt = toInstant(testStartMs + this.world.time.monotonicMs())
    this.#tab().sender.sendNow()
    await this.untilSo(() => this.box.tabs.every(({ till }) => (till?.snapshotAt ?? '') > sentAt))
  }

  inSchool = <T>(work: (tx: Tx, schoolId: string) => Promise<T>): Promise<T> => {
    const { schoolId } = this.#canteen.school
    return this.#server.db.database.tenant(schoolId, (tx) => work(tx, schoolId))
  }

  async rows<T>(query: ReturnType<typeof sql>): Promise<T[]> {
    return (await this.#server.db.owner.execute(query)).rows as T[]
  }

  #serverOps = () =>
    this.rows<{ id: string; seq: number; hash: string; outcome: string; broken: boolean }>(sql`
      select op_id as id, seq, hash, outcome, 'broken-chain' = any(flags) as broken from sync_ops where device_id = ${this.box.identity.deviceId} order by seq`)

  async checkNow() {
    const here = await this.ops()
    const there = new Set((await this.#serverOps()).map((op) => op.id))
    const gone = this.saved().filter((id) => !there.has(id) && !here.some((op) => op.opId === id))
    expect(gone, 'I1, I6: saved, and neither here nor on the server').toEqual([])
    const acked = here.filter((op) => op.state === 'acked' && !there.has(op.opId))
    expect(acked, 'I6: acknowledged, but not on the server').toEqual([])
    const { pending, attention } = await this.counts()
    const unsent = this.saved().filter((id) => !there.has(id)).length
    expect(pending + attention, 'I5: the chip hides unsent operations').toBeGreaterThanOrEqual(unsent)
    await this.#checkShown()
  }

  /** With one till in the school, its screen knows every balance at any moment, whatever has been sent or fetched. */
  async #checkShown() {
    for (const { till, tab } of this.box.tabs) {
      if (!till || tab.isFrozen()) continue
      const shown = () => this.#canteen.customers.map((id) => Number(till.account(id).balance))
      // A page that died a moment ago may still have had a sale on its way to the disk.
      let expected = await this.#balancesByOperations()
      for (let i = 0; i < 30 && String(shown()) !== String(expected); i += 1) {
        await breathe()
        expected = await this.#balancesByOperations()
      }
      expect(shown(), 'I4: the screen shows another balance').toEqual(expected)
    }
  }

  async #balancesByOperations(): Promise<number[]> {
    const ops = await this.ops()
    const voided = new Set(ops.flatMap((op) => (op.kind === 'pos.voidSale' ? [(op.body as VoidSale).saleId] : [])))
    const sales = ops.flatMap((op) => (op.kind === 'pos.sale' ? [op.body as Sale] : []))
    const tenders = sales.filter((sale) => !voided.has(sale.id)).flatMap((sale) => sale.tenders)
    return this.#canteen.customers.map((id) =>
      tenders.reduce((left, t) => left - (t.kind === 'account' && t.customerId === id ? t.amount : 0), startBalance),
    )
  }

  async checkAll() {
    await this.checkNow()
    const counts = await this.counts()
    expect([counts.pending, counts.attention]).toEqual([0, 0])
    const here = await this.ops()
    const there = await this.#serverOps()
    expect(
      this.saved().filter((id) => !there.some((op) => op.id === id)),
      'I1',
    ).toEqual([])
    expect(
      there.map((op) => op.seq),
      'I2, I3',
    ).toEqual(there.map((_, i) => i + 1))
    expect(there.filter((op) => op.outcome !== 'applied' || op.broken)).toEqual([])
    expect(
      there.slice(-here.length).map((op) => op.hash),
      'I3',
    ).toEqual(here.map((op) => op.hash))
    await this.#checkMoney(here)
  }

  async #checkMoney(here: readonly StoredOp[]) {
    const schoolId = this.#canteen.school.schoolId
    const balances = await this.rows<{ id: string; balance: number; ledger: number }>(sql`
      select b.customer_id as id, b.balance::int as balance, (select sum(e.amount)::int from account_entries e
        where e.school_id = b.school_id and e.customer_id = b.customer_id) as ledger
      from account_balances b where b.school_id = ${schoolId} order by 1`)
    for (const { till } of this.box.tabs) {
      const shown = balances.map(({ id }) => [id, till?.account(id).balance, till?.account(id).pending])
      expect(shown, 'I4').toEqual(balances.map(({ id, balance }) => [id, balance, 0]))
    }
    expect(balances.map((b) => b.ledger)).toEqual(balances.map((b) => b.balance))
    const [sold] = await this.rows<{ count: number; total: number }>(sql`
      select count(*)::int as count, coalesce(sum(total), 0)::int as total from sales where school_id = ${schoolId}`)
    const sales = here.filter((op) => op.kind === 'pos.sale')
    expect(sold, 'I2').toEqual({
      count: sales.length,
      total: sales.reduce((sum, op) => sum + (op.amountMinor ?? 0), 0),
    })
  }
}

/** What a till says to a cashier; anything else is a mistake of ours. */
const isRefusal = (error: unknown): boolean => (error as Error).name === 'AppError'
