import { isOpen } from '#local/outbox/link.ts'
import { overlayOf } from '#local/pos/overlay.ts'
import type { Exchange } from '#shared/pos/refunds/exchange.contract.ts'
import type { Refund, RefundTender } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale, Tender, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, DrawerEvent, OpenShift } from '#shared/pos/shift.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import { shiftReport } from '#shared/pos/shift-report.rules.ts'
import type { Disk } from './device-parts.ts'
import { people, startBalance } from './goods.ts'
import { breaksRule } from './kiosk.ts'
import type { SimDevice } from './world/sim-device.ts'
import type { Truth } from './world/sim-server.ts'
import type { Saved, SimWorld, Till } from './world/sim-world.ts'

/** The promise, I1 to I6, and L: that it is kept in finite time. */
export type Promised = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'L'

export class PromiseBroken extends Error {
  override name = 'PromiseBroken'
  readonly promised: Promised

  constructor(promised: Promised, message: string) {
    super(`${promised}: ${message}`)
    this.promised = promised
  }
}

/** Holds when nothing is found; the first few of what is found are named. */
export function none(promised: Promised, what: string, found: readonly unknown[]): void {
  if (found.length === 0) return
  throw new PromiseBroken(promised, `${what}: ${found.length}, ${JSON.stringify(found.slice(0, 3))}`)
}

/** Ended by a person, and the server has heard of it. */
const isClosed = ({ op, device }: Saved) => device.disk.outbox.get(op.opId)?.state === 'closed'
const isSettled = ({ op, device }: Saved) => device.disk.outbox.get(op.opId)?.isClosingTold === true

const isHere = ({ device, life }: Saved) => device.disk.identity.installEpoch === life

/** What must hold at any moment of any history. */
export function checkNow(world: SimWorld, { ops, effects }: Truth): void {
  none('L', 'errors that no screen has words for', world.surprises)
  none('I6', 'acknowledged or deleted without reason', world.breaches)
  const lacking: Saved[] = []
  const gone: string[] = []
  for (const saved of world.saved.values()) {
    const { op } = saved
    if (ops.has(op.opId) || !isHere(saved)) continue
    lacking.push(saved)
    // What was pruned had been acknowledged, days ago; a server restored from a backup of before asks for it in vain.
    if (!saved.device.disk.outbox.get(op.opId) && !world.everApplied.has(op.opId)) gone.push(op.opId)
  }
  none('I1', 'saved, and neither here nor on the server', gone)
  if (effects) none('I2', 'effects that ran twice', repeats(effects))
  for (const { device } of world.tills) checkChip(world, device, lacking)
}

function repeats(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  return ids.filter((id) => seen.size === seen.add(id).size)
}

/** The chip counts what is unsent, and by no shortcut: its running figures are those of the rows. */
function checkChip(world: SimWorld, device: SimDevice, lacking: readonly Saved[]): void {
  const { pending, attention, pendingMinor } = device.disk.outbox.counts()
  const unsent = lacking.filter((s) => s.device === device && !world.everApplied.has(s.op.opId) && !isClosed(s)).length
  if (pending + attention < unsent) {
    throw new PromiseBroken('I5', `the chip says ${pending} + ${attention}, unsent are ${unsent}`)
  }
  const open = [...device.disk.outbox.all()].filter((op) => isOpen(op.state))
  const counted = [open.length, open.reduce((sum, op) => sum + (op.amountMinor ?? 0), 0)]
  none(
    'I5',
    'running figures that differ from the rows',
    String(counted) === String([pending + attention, pendingMinor]) ? [] : [counted],
  )
}

/** What must hold once all is well and nothing is left to send. */
export function checkEnd(world: SimWorld, truth: Truth): void {
  checkNow(world, truth)
  const { ops } = truth
  const missing = [...world.saved.values()].filter((s) => isHere(s) && !ops.has(s.op.opId) && !isSettled(s))
  none(
    'I1',
    'saved, and not on the server',
    missing.map(({ op }) => [op.stream, op.seq]),
  )
  const changed = [...world.saved.values()].filter(({ op }) => (ops.get(op.opId)?.hash ?? op.hash) !== op.hash)
  none(
    'I1',
    'on the server, but with another content',
    changed.map(({ op }) => op.opId),
  )
  const custody = [...world.saved.values()].filter(({ op }) => (ops.get(op.opId) ?? op).actorId !== op.actorId)
  none(
    'I1',
    'on the server under another name',
    custody.map(({ op }) => op.opId),
  )
  none(
    'I1',
    'not taken as what they are',
    [...ops.values()].filter((op) => op.outcome !== 'applied'),
  )
  none(
    'I2',
    'approvals that served twice',
    repeats([...ops.values()].flatMap(({ body }) => approvalsIn(body as Approved))),
  )
  checkAccounts(truth)
  checkDrawers(truth)
  checkRules(truth)
  for (const till of world.tills) {
    checkStream(world, till, truth)
    checkShown(till, truth)
  }
}

/** I6: self-service sold nothing that a rule of the pupil denies; what a cashier sold so is booked like every other sale. */
function checkRules({ ops }: Truth): void {
  const sales = [...ops.values()].flatMap(({ kind, body }) => (kind === 'pos.sale' ? [body as Sale] : []))
  const alone = sales.filter(({ customerProof }) => customerProof === 'pin')
  none('I6', 'sold at self-service against a rule', alone.filter(breaksRule))
}

interface Approved {
  approval?: { id: string }
  approvals?: readonly { id: string }[]
  /** An exchange has two documents. */
  refund?: Approved
  sale?: Approved
}

/** Ids of the approvals that an operation rests on, those of both documents of an exchange among them. */
function approvalsIn({ approval, approvals = [], refund, sale }: Approved): string[] {
  const own = [...(approval ? [approval] : []), ...approvals].map(({ id }) => id)
  return [...own, ...[refund, sale].flatMap((part) => (part ? approvalsIn(part) : []))]
}

/** I2: every account is what it was and what was put on it, less what the sales on it took and refunds did not give back, each once, unless they were voided. */
function checkAccounts({ ops, balances }: Truth): void {
  const of = <T>(kind: string) => [...ops.values()].flatMap((op) => (op.kind === kind ? [op.body as T] : []))
  const voided = new Set<string>(of<VoidSale>('pos.voidSale').map((body) => body.saleId))
  const exchanges = of<Exchange>('pos.exchange')
  const sales = [...of<Sale>('pos.sale'), ...exchanges.map(({ sale }) => sale)]
  const refunds = [...of<Refund>('pos.refund'), ...exchanges.map(({ refund }) => refund)]
  const tenders = sales.flatMap((sale) => (voided.has(sale.id) ? [] : sale.tenders))
  const refunded = refunds.flatMap((refund) => (voided.has(refund.saleId) ? [] : refund.tenders))
  const onAccount = (parts: readonly (Tender | RefundTender)[], id: string) =>
    parts.reduce((sum, t) => sum + (t.kind === 'account' && t.customerId === id ? t.amount : 0), 0)
  const topUps = of<TopUp>('pos.topUp').filter(({ id }) => !voided.has(id))
  const putOn = (id: string) => topUps.reduce((sum, t) => sum + (t.customerId === id ? t.amount : 0), 0)
  const spent = (id: string) => onAccount(tenders, id) - onAccount(refunded, id) - putOn(id)
  const wrong = people.customers.filter((id) => balances.get(id) !== startBalance - spent(id))
  none('I2', 'accounts that are not what the sales come to', wrong)
}

/**
 * I2: what a drawer should hold is its float and what went in, less what went out, refunds with the rest; and each opening of it
 * counts once.
 */
function checkDrawers({ ops }: Truth): void {
  const bodies = [...ops.values()].map(({ kind, body }) => ({ kind, body }))
  const of = <T>(kind: string) => bodies.flatMap((op) => (op.kind === kind ? [op.body as T] : []))
  const wrong = of<OpenShift>('pos.openShift').flatMap((open) => {
    const inShift = <T extends { shiftId: string | null }>(kind: string) =>
      of<T>(kind).filter((body) => body.shiftId === open.id)
    const exchanges = of<Exchange>('pos.exchange').filter(({ refund }) => refund.shiftId === open.id)
    const rows = {
      sales: [...inShift<Sale>('pos.sale'), ...exchanges.map(({ sale }) => sale)],
      voids: inShift<VoidSale>('pos.voidSale'),
      movements: inShift<CashMovement>('pos.moveCash'),
      topUps: inShift<TopUp>('pos.topUp'),
      refunds: [...inShift<Refund>('pos.refund'), ...exchanges.map(({ refund }) => refund)],
      drawer: inShift<DrawerEvent>('pos.drawer'),
    }
    const report = shiftReport({ open, ...rows, countedCash: null })
    let drawer = Number(open.floatAmount)
    for (const { amount } of rows.movements) drawer += amount
    const isUndone = (id: string) => rows.voids.some(({ saleId }) => (saleId as string) === id)
    for (const { id, amount } of rows.topUps) if (!isUndone(id)) drawer += amount
    for (const { tenders } of rows.refunds) for (const t of tenders) if (t.kind === 'cash') drawer -= t.amount
    const isRight = report.expectedCash === drawer && (report.drawer?.[0]?.count ?? 0) === rows.drawer.length
    return isRight ? [] : [[open.id, report.expectedCash, drawer]]
  })
  none('I2', 'drawers that should hold something else', wrong)
}

const numbersOf = ({ from, to }: { from: number; to: number }) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** I2, I3: one effect each, in the order of the stream; only what was declared missing first may come later. */
function checkStream(world: SimWorld, { device }: Till, { ops, effects, lost }: Truth): void {
  const stream = device.stream()
  const own = [...ops.values()].filter((op) => op.stream === stream)
  const closed = device.disk.outbox.closed().filter((op) => !ops.has(op.opId))
  // A number that is lost was once given out, sent, and dropped after its days.
  const named = lost
    .flatMap((l) => (l.stream === stream ? numbersOf(l) : []))
    .filter((seq) => world.pruned.has(`${stream} ${seq}`))
  const numbers = [...new Set([...own, ...closed].map((op) => op.seq).concat(named))].sort((a, b) => a - b)
  none(
    'I3',
    'numbers that are not gapless',
    numbers.filter((seq, i) => seq !== i + 1),
  )
  none(
    'I3',
    'links that do not fit',
    own.filter((op) => op.flags.includes('broken-chain')),
  )
  if (!effects) return
  const applied = effects.flatMap((id) => {
    const op = ops.get(id)
    return op && op.stream === stream && !op.flags.includes('late') ? [op.seq] : []
  })
  none(
    'I3',
    'effects out of order',
    applied.filter((seq, i) => seq <= (applied[i - 1] ?? 0)),
  )
}

/** I4: what a screen shows, snapshot and overlay together, is what the server has. */
function checkShown({ device }: Till, { balances }: Truth): void {
  const { page, outbox } = device.disk
  if (!page) throw new PromiseBroken('L', 'no snapshot was fetched')
  const overlay = overlayOf([...outbox.all()], page)
  const shown = page.balances.map((b) => [b.customerId, b.balance - (overlay.get(b.customerId)?.total ?? 0)] as const)
  none(
    'I4',
    'balances shown that are not the server’s',
    shown.filter(([id, shows]) => shows !== balances.get(id)),
  )
}

/** After an eviction the server names exactly how many are missing; those that it was told are withheld it has named before. */
export function checkLost({ identity, outbox }: Disk, { ops, alerts }: Truth): void {
  const stream = `till/${identity.deviceId}`
  const made = (outbox.stream(stream)?.nextSeq ?? 1) - 1
  const missing = made - [...ops.values()].filter((op) => op.stream === stream).length
  const own = alerts.filter((alert) => alert.deviceId === identity.deviceId)
  const named = own.reduce((sum, a) => sum + (a.kind === 'lost-operations' ? a.count : 0), 0)
  const withheld = own.reduce((sum, a) => sum + (a.kind === 'withheld-operations' ? a.count : 0), 0)
  if (missing < named || missing > named + withheld) {
    throw new PromiseBroken(
      'I1',
      `staff were told of ${named} lost and ${withheld} withheld operations, there are ${missing}`,
    )
  }
}
