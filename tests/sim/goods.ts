import { CustomerId, ItemId, type SaleId, type ShiftId, UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Approval } from '#shared/pos/approvals/approval.contract.ts'
import type { Exchange } from '#shared/pos/refunds/exchange.contract.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import { priceRefund } from '#shared/pos/refunds/refund.rules.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, CloseShift, DrawerEvent, OpenShift } from '#shared/pos/shift.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'

/** Who buys and sells in a simulated school: known on both sides from the start. */
export const people = {
  customers: [1, 2, 3].map((n) => CustomerId.parse(`0190a5a5-0000-7000-8000-c0000000000${n}`)),
  cashiers: [1, 2, 3].map((n) => UserId.parse(`0190a5a5-0000-7000-8000-a0000000000${n}`)),
}
/** What every customer has at the start, in minor units. */
export const startBalance = 1_000_000

const itemId = ItemId.parse('0190a5a5-0000-7000-8000-d00000000001')
const tillId = '0190a5a5-0000-7000-8000-e00000000001'
const day = '2030-03-03'

export interface Moment {
  nowMs: number
  newId(): string
}

export interface SaleWish {
  id: string
  shiftId: string
  receiptSeq: number
  amount: number
  customer: number
  cashier: number
}

const cashierOf = (n: number) => UserId.parse(people.cashiers[n % people.cashiers.length])

export function saleOf(wish: SaleWish, { nowMs, newId }: Moment): Sale {
  const { id, shiftId, receiptSeq, customer, cashier } = wish
  const amount = minor(wish.amount)
  const zero = minor(0)
  const customerId = CustomerId.parse(people.customers[customer % people.customers.length])
  const at = toInstant(nowMs)
  return {
    id: id as SaleId,
    shiftId: shiftId as ShiftId,
    receiptNo: `S-T-1-${receiptSeq}`,
    receiptSeq,
    currency: 'QAR',
    businessDay: day,
    soldAt: at,
    cashierId: cashierOf(cashier),
    customerId,
    customerProof: 'card',
    priceListVersion: 1,
    snapshotAt: at,
    lines: [
      {
        id: newId(),
        n: 1,
        itemId,
        name: { en: 'Falafel', ar: 'فلافل' },
        qtyMilli: 1000,
        unitPrice: amount,
        modifiers: [],
        gross: amount,
        discount: zero,
        taxCode: 'IN',
        ratePpm: 0,
        tax: zero,
        net: amount,
        allergens: [],
      },
    ],
    discount: null,
    taxes: [],
    totals: { gross: amount, discount: zero, net: amount, tax: zero, total: amount },
    tenders: [{ kind: 'account', id: newId(), amount, customerId }],
  }
}

/** The smallest of operations: cash into the drawer. `reason` may be text that somebody on the way does not let through. */
export const cashOf = (
  wish: Pick<SaleWish, 'id' | 'shiftId' | 'amount' | 'cashier'>,
  reason: string,
  nowMs: number,
) => {
  const movement: CashMovement = {
    id: wish.id,
    shiftId: wish.shiftId as ShiftId,
    kind: 'paid-in',
    amount: minor(wish.amount),
    reason,
    by: cashierOf(wish.cashier),
    at: toInstant(nowMs),
  }
  return movement
}

/** Cash for the account of a customer. */
export const topUpOf = (wish: SaleWish, nowMs: number): TopUp => ({
  id: wish.id,
  shiftId: wish.shiftId as ShiftId,
  receiptNo: `S-T-1-${wish.receiptSeq}`,
  receiptSeq: wish.receiptSeq,
  currency: 'QAR',
  businessDay: day,
  customerId: CustomerId.parse(people.customers[wish.customer % people.customers.length]),
  amount: minor(wish.amount),
  by: cashierOf(wish.cashier),
  at: toInstant(nowMs),
})

/** Of a sale, or of a top-up, which is voided by its id as a sale is. */
export const voidOf = (
  { id, shiftId }: { id: string; shiftId: ShiftId },
  cashier: number,
  { nowMs, newId }: Moment,
): VoidSale => ({
  id: newId(),
  saleId: id as SaleId,
  shiftId,
  reason: 'wrong',
  by: cashierOf(cashier),
  at: toInstant(nowMs),
})

/** Another cashier's approval of a void. */
export const approvalOf = (id: string, cashier: number, nowMs: number): Approval => ({
  id,
  act: 'void',
  hash: '0'.repeat(64),
  by: cashierOf(cashier + 1),
  proof: 'pin',
  at: toInstant(nowMs),
})

/** Half of a sale's only line back: to the account that paid it, and every third time, against the rules, from the drawer. */
export function refundOf(sale: Sale, receiptSeq: number, cashier: number, { nowMs, newId }: Moment): Refund {
  const wishes = sale.lines.map(({ id, qtyMilli }) => ({
    saleLineId: id,
    qtyMilli: qtyMilli / 2,
    goods: 'kept' as const,
  }))
  const priced = priceRefund(sale, wishes, [])
  const { shiftId, currency, businessDay, customerId } = sale
  return {
    id: newId(),
    shiftId,
    receiptNo: `S-T-1-${receiptSeq}`,
    receiptSeq,
    currency,
    businessDay,
    saleId: sale.id,
    saleReceiptNo: sale.receiptNo,
    customerId,
    ...priced,
    tenders: sale.tenders.flatMap((tender) =>
      tender.kind === 'account'
        ? [{ ...backOf(receiptSeq, tender), id: newId(), amount: priced.totals.total, saleTenderId: tender.id }]
        : [],
    ),
    reason: 'cold',
    by: cashierOf(cashier),
    at: toInstant(nowMs),
  }
}

const backOf = (receiptSeq: number, { customerId }: { customerId: CustomerId }) =>
  receiptSeq % 3 === 0 ? ({ kind: 'cash', rounding: minor(0) } as const) : ({ kind: 'account', customerId } as const)

/** An opening of the drawer for no sale. */
export const drawerOf = (shiftId: string, cashier: number, { nowMs, newId }: Moment): DrawerEvent => ({
  id: newId(),
  shiftId: shiftId as ShiftId,
  cause: 'no-sale',
  by: cashierOf(cashier),
  at: toInstant(nowMs),
})

/** Half of a sale comes back, and goods of `amount` are taken in its place; the account that paid settles both. */
export function exchangeOf(sold: Sale, wish: SaleWish, moment: Moment): Exchange {
  const refund = refundOf(sold, wish.receiptSeq, wish.cashier, moment)
  const sale = saleOf({ ...wish, receiptSeq: wish.receiptSeq + 1 }, moment)
  const back = { ...refund, exchangeSaleId: sale.id }
  return { id: refund.id, refund: back, sale: { ...sale, exchangeOf: refund.id } }
}

export const openingOf = (id: string, no: number, cashier: number, { nowMs }: Moment): OpenShift => ({
  id: id as ShiftId,
  tillId,
  epoch: 1,
  no,
  currency: 'QAR',
  businessDay: day,
  floatAmount: minor(no * 1000),
  by: cashierOf(cashier),
  at: toInstant(nowMs),
})

export function closingOf(shiftId: string, no: number, cashier: number, { nowMs }: Moment): CloseShift {
  const zero = minor(0)
  const sums = { gross: zero, discount: zero, net: zero, tax: zero, total: zero, rounding: zero, voidsTotal: zero }
  const cash = { floatAmount: zero, cashTaken: zero, expectedCash: zero, countedCash: zero, difference: zero }
  const counts = { salesCount: 0, voidsCount: 0, firstReceipt: null, lastReceipt: null }
  const id = shiftId as ShiftId
  return {
    shiftId: id,
    countedCash: zero,
    by: cashierOf(cashier),
    at: toInstant(nowMs),
    report: {
      ...sums,
      ...cash,
      ...counts,
      shiftId: id,
      no,
      currency: 'QAR',
      businessDay: day,
      taxes: [],
      tenders: [],
      movements: [],
    },
  }
}
