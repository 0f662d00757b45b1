import { draftRefund } from '#local/pos/refund.ts'
import { receiptNumber } from '#local/pos/receipt-number.ts'
import { machineRandom } from '#server/node/machine.ts'
import { type CommandBody, commands } from '#shared/commands.ts'
import { chainStart, operationHash } from '#shared/kernel/chain.ts'
import { OpId, SaleId, ShiftId } from '#shared/kernel/fields.ts'
import { type CustomerId, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { type CartDiscount, type CartLine, priceCart } from '#shared/pos/cart.rules.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale, Tender, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, CloseShift, OpenShift, ShiftReport } from '#shared/pos/shift.contract.ts'
import { shiftReport } from '#shared/pos/shift-report.rules.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import { cashTender, cashToAsk, dueAfter } from '#shared/pos/tender.rules.ts'
import { type CommandKind, commandVersions } from '#shared/sync/command-kinds.ts'
import type { Batch, Hole, Operation } from '#shared/sync/sync.contract.ts'
import type { PairedDevice } from './canteen.ts'
import type { ShiftNow } from './shift-now.types.ts'

/** One way to pay; the last of several takes what is left. `amount` and `given` in minor units. */
export type Pay =
  | { kind: 'cash'; amount?: number; over?: number }
  | { kind: 'account'; customerId: CustomerId; amount?: number }
  | { kind: 'card'; amount?: number }

export interface SaleInput {
  /** Which item, how many thousandths of it. */
  lines?: readonly (readonly [item: number, qtyMilli: number])[]
  pay?: readonly Pay[]
  /** Given by the supervisor, unless by somebody else. */
  discount?: Pick<CartDiscount, 'kind' | 'value'> & { by?: UserId }
  /** Of every line: a discount or a price of its own. */
  terms?: Pick<CartLine, 'discount' | 'price'>
  /** What the till would never do. */
  change?: Partial<Sale>
}

/** A till that makes operations as a real one does: by the shared rules, numbered, linked and hashed. */
export class TillOps {
  readonly device: PairedDevice
  readonly stream: string
  readonly installEpoch: string
  seq = 0
  /** Highest version of the bodies: those of the first are judged by no limits of voids and cash movements. */
  v = 1
  lastHash = chainStart
  shift: ShiftNow | undefined
  #shiftNo = 0
  #receiptSeq = 0
  #fence = { epoch: 1, no: 0 }

  constructor(device: PairedDevice) {
    this.device = device
    this.stream = `till/${device.tablet.deviceId}`
    this.installEpoch = this.newId()
  }

  newId(): string {
    return uuidv7(this.#nowMs(), machineRandom)
  }

  #nowMs = () => this.device.canteen.box.clock.nowMs()
  #now = () => toInstant(this.#nowMs())

  /** The next operation of the stream, whatever it says. */
  op(kind: string, body: unknown, more: Partial<Operation> = {}): Operation {
    const op: Operation = {
      opId: OpId.parse(this.newId()),
      stream: this.stream,
      seq: this.seq + 1,
      prevHash: this.lastHash,
      kind,
      v: 1,
      body,
      actorId: this.device.canteen.cashier,
      wallAt: this.#now(),
      monoMs: this.seq,
      bootId: this.installEpoch,
      clockOffsetMs: 0,
      hash: chainStart,
      ...more,
    }
    op.hash = operationHash(op)
    this.seq = op.seq
    this.lastHash = op.hash
    return op
  }

  #command<K extends CommandKind>(kind: K, body: CommandBody<K>): Operation {
    return this.op(kind, commands[kind].body.parse(body), { v: Math.min(this.v, commandVersions[kind]) })
  }

  openShift(float = 10_000, change: Partial<OpenShift> = {}): Operation {
    const { school, cashier } = this.device.canteen
    this.#shiftNo += 1
    const open: OpenShift = {
      id: ShiftId.parse(this.newId()),
      tillId: this.device.ctx.device.tillId,
      epoch: this.device.ctx.device.epoch,
      no: this.#shiftNo,
      currency: school.currency,
      businessDay: businessDay(this.#nowMs(), school.timeZone, school.cutoverMinute),
      floatAmount: minor(float),
      by: cashier,
      at: this.#now(),
      ...change,
    }
    this.shift = { open, sales: [], voids: [], movements: [], topUps: [], refunds: [], drawer: [] }
    return this.#command('pos.openShift', open)
  }

  sale(input: SaleInput = {}): Operation {
    const sale = this.makeSale(input)
    this.#inShift().sales.push(sale)
    return this.#command('pos.sale', sale)
  }

  makeSale({ lines = [[0, 1000]], pay = [{ kind: 'cash' }], discount, terms = {}, change = {} }: SaleInput): Sale {
    const { canteen, siteCode, tillCode } = this.device
    const { open } = this.#inShift()
    const by = canteen.cashier
    const given = discount ? { id: this.newId(), reason: 'staff', by: canteen.supervisor, ...discount } : null
    const priced = priceCart(
      {
        lines: lines.map((line) => ({ ...this.#cartLine(line), ...terms })),
        discount: given,
      },
      canteen.policy.taxCodes,
    )
    this.#receiptSeq += 1
    const account = pay.find((p) => p.kind === 'account')
    return {
      id: SaleId.parse(this.newId()),
      shiftId: open.id,
      receiptNo: receiptNumber(siteCode, tillCode, 1, this.#receiptSeq),
      receiptSeq: this.#receiptSeq,
      currency: open.currency,
      businessDay: open.businessDay,
      soldAt: this.#now(),
      cashierId: by,
      customerId: account?.customerId ?? null,
      customerProof: account ? 'card' : 'none',
      priceListVersion: canteen.policy.priceListVersion,
      snapshotAt: this.#now(),
      lines: priced.lines,
      discount: given && { ...given, amount: priced.discountAmount },
      taxes: priced.taxes,
      totals: priced.totals,
      tenders: this.#pay(priced.totals.total, pay),
      ...change,
    }
  }

  #cartLine([index, qtyMilli]: readonly [number, number]): CartLine {
    const item = this.device.canteen.items[index]
    if (!item) throw new RangeError(`no item ${index}`)
    return { id: this.newId(), item, qtyMilli, modifiers: [] }
  }

  #pay(total: Minor, pay: readonly Pay[]): Tender[] {
    const tenders: Tender[] = []
    for (const way of pay) {
      const due = dueAfter(total, tenders)
      const amount = minor(Math.min(way.amount ?? due, due))
      tenders.push(this.#tender(way, amount))
    }
    return tenders
  }

  #tender(way: Pay, amount: Minor): Tender {
    const id = this.newId()
    if (way.kind === 'account') return { kind: 'account', id, amount, customerId: way.customerId }
    if (way.kind === 'card') return { kind: 'card', id, amount, terminalRef: 'R1', authCode: 'A1' }
    const { cashIncrement } = this.device.canteen.policy
    const cash = cashTender(
      id,
      amount,
      cashToAsk(amount, cashIncrement) + (amount > 0 ? (way.over ?? 0) : 0),
      cashIncrement,
    )
    if (!cash) throw new RangeError('cash that settles nothing')
    return cash
  }

  voidSale(
    sale: Pick<Sale, 'id'> | undefined = this.#inShift().sales.at(-1),
    change: Partial<VoidSale> = {},
  ): Operation {
    if (!sale) throw new Error('nothing to void')
    const shift = this.#inShift()
    const by = this.device.canteen.cashier
    const body: VoidSale = {
      id: this.newId(),
      saleId: sale.id,
      shiftId: shift.open.id,
      reason: 'wrong',
      by,
      at: this.#now(),
      ...change,
    }
    shift.voids.push(body)
    return this.#command('pos.voidSale', body)
  }

  moveCash(kind: CashMovement['kind'], amount: number, change: Partial<CashMovement> = {}): Operation {
    const { open, movements } = this.#inShift()
    const by = this.device.canteen.cashier
    const base = { id: this.newId(), shiftId: open.id, by, at: this.#now() }
    const body: CashMovement = { ...base, kind, amount: minor(amount), reason: 'bank', ...change }
    movements.push(body)
    return this.#command('pos.moveCash', body)
  }

  topUp(customerId: CustomerId, amount: number, change: Partial<TopUp> = {}): Operation {
    const { siteCode, tillCode } = this.device
    const { open, topUps } = this.#inShift()
    this.#receiptSeq += 1
    const body: TopUp = {
      id: this.newId(),
      shiftId: open.id,
      receiptNo: receiptNumber(siteCode, tillCode, 1, this.#receiptSeq),
      receiptSeq: this.#receiptSeq,
      currency: open.currency,
      businessDay: open.businessDay,
      customerId,
      amount: minor(amount),
      by: this.device.canteen.cashier,
      at: this.#now(),
      ...change,
    }
    topUps.push(body)
    return this.#command('pos.topUp', body)
  }

  /** Refunds some of a sale, by pieces of its lines in order; back to its tenders, the last first. */
  refund(
    sale: Sale,
    pieces: readonly number[],
    change: Partial<Refund> = {},
    earlier: readonly Refund[] = [],
  ): Operation {
    const body = this.makeRefund(sale, pieces, change, earlier)
    this.#inShift().refunds.push(body)
    return this.#command('pos.refund', body)
  }

  makeRefund(
    sale: Sale,
    pieces: readonly number[],
    change: Partial<Refund> = {},
    earlier: readonly Refund[] = [],
  ): Refund {
    const { siteCode, tillCode, canteen } = this.device
    const { open } = this.#inShift()
    const wishes = sale.lines.flatMap(({ id }, n) => {
      const qtyMilli = (pieces[n] ?? 0) * 1000
      return qtyMilli > 0 ? [{ saleLineId: id, qtyMilli, goods: 'kept' as const }] : []
    })
    const id = this.newId()
    const input = {
      id,
      sale: { sale, isVoided: false, earlier: [...earlier] },
      wishes,
      toAccount: false,
      terminalRef: 'R2',
    }
    const { hash: _, ...figures } = draftRefund(input, canteen.policy.cashIncrement)
    this.#receiptSeq += 1
    return {
      id,
      shiftId: open.id,
      receiptNo: receiptNumber(siteCode, tillCode, 1, this.#receiptSeq),
      receiptSeq: this.#receiptSeq,
      currency: open.currency,
      businessDay: open.businessDay,
      saleReceiptNo: sale.receiptNo,
      customerId: sale.customerId,
      ...figures,
      reason: 'cold',
      by: canteen.supervisor,
      at: this.#now(),
      ...change,
    }
  }

  report(counted: number | null = null, close?: Pick<CloseShift, 'counts' | 'left' | 'bag'>): ShiftReport {
    const shift = this.#inShift()
    const ofSales = shift.sales.flatMap((sale) => (sale.approvals ?? []).map((approval) => ({ approval })))
    const approvals = [...ofSales, ...shift.voids, ...shift.refunds, ...shift.movements].flatMap(({ approval }) =>
      approval ? [approval] : [],
    )
    const countedCash = counted === null ? null : minor(counted)
    return shiftReport({ ...shift, approvals, close: close ?? null, countedCash })
  }

  closeShift(difference = 0, change: Partial<CloseShift> = {}): Operation {
    const counted = this.report().expectedCash + difference
    const body: CloseShift = {
      shiftId: this.#inShift().open.id,
      countedCash: minor(counted),
      by: this.device.canteen.cashier,
      at: this.#now(),
      report: this.report(counted),
      ...change,
    }
    return this.#command('pos.closeShift', body)
  }

  #inShift(): ShiftNow {
    if (!this.shift) throw new Error('no shift is open')
    return this.shift
  }

  /** A batch under the next fence. */
  batch(ops: readonly unknown[], more: Partial<Batch> & { holes?: Hole[] } = {}): Batch {
    this.#fence = { ...this.#fence, no: this.#fence.no + 1 }
    return {
      protocol: 1,
      batchId: this.newId(),
      deviceId: this.device.tablet.deviceId,
      installEpoch: this.installEpoch,
      fence: this.#fence,
      sentAt: this.#now(),
      appVersion: '1.0.0',
      ops: [...ops],
      holes: [],
      tails: {},
      ...more,
    }
  }
}
