// chunk: device
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { priceCart } from '#shared/pos/cart.rules.ts'
import { isDiscountAllowed } from '#shared/pos/discount.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { CloseShift, ShiftReport } from '#shared/pos/shift.contract.ts'
import { shiftReport } from '#shared/pos/shift-report.rules.ts'
import { tenderFaults } from '#shared/pos/tender.rules.ts'
import { type ActionParts, type Numbers, save } from './save-action.ts'
import type { Actor, SaleInput, ShiftState, Till } from './till.types.ts'

/** `site-till-epoch-seq`: made on the device, gapless per till and epoch. */
export const receiptNumber = (siteCode: string, tillCode: string, epoch: number, seq: number): string =>
  `${siteCode}-${tillCode}-${epoch}-${String(seq).padStart(6, '0')}`

type Actions = Pick<
  Till,
  | 'openShift'
  | 'completeSale'
  | 'voidSale'
  | 'sinceSaleMs'
  | 'moveCash'
  | 'recordDrawer'
  | 'topUp'
  | 'refund'
  | 'closeShift'
  | 'report'
  | 'closedReport'
>

/** Creates the cashier's actions. Each is one durable write; the screen updates from the fold, like any other tab. */
export function tillActions(parts: ActionParts): Actions {
  const { clock } = parts.surroundings
  const now = () => toInstant(correctedNowMs(parts))
  /** When this page saved each sale, by the monotonic clock. */
  const soldMs = new Map<string, number>()
  const since = (saleId: string) => {
    const at = soldMs.get(saleId)
    return at === undefined ? undefined : clock.monotonicMs() - at
  }
  const openShift = () => {
    const shift = parts.memory.history.shift
    if (!shift) throw new AppError('pos.shift-required')
    return shift
  }
  return {
    openShift: async (input, actor) =>
      (await import('./open-shift.ts')).openShift(parts, input, actor, correctedNowMs(parts)),
    completeSale: async (input, actor) => {
      const shift = openShift()
      const isKnown = shift.sales.some(({ id }) => id === input.saleId)
      const sale = await completeSale(parts, shift, input, actor, now())
      if (!isKnown) soldMs.set(sale.id, clock.monotonicMs())
      return sale
    },
    recordDrawer: async (input, actor) => (await import('./drawer.ts')).recordDrawer(parts, input, actor, now()),
    voidSale: async (input, actor) =>
      (await import('./void-sale.ts')).voidSale(parts, openShift(), input, actor, { at: now(), since }),
    sinceSaleMs: since,
    moveCash: async (input, actor) =>
      (await import('./move-cash.ts')).moveCash(parts, openShift(), input, actor, now()),
    topUp: async (input, actor) => (await import('./top-up.ts')).topUp(parts, openShift(), input, actor, now()),
    refund: async (input, actor) => (await import('./refund.ts')).refund(parts, openShift(), input, actor, now()),
    report: () => reportOf(openShift(), null),
    closedReport: () => {
      const closed = parts.memory.history.lastClosed
      return closed ? (closed.close.report ?? reportOf(closed.shift, closed.close)) : undefined
    },
    closeShift: async (input, actor) =>
      (await import('./close-shift.ts')).closeShift(parts, openShift, input, actor, now),
  }
}

/** Returns the X of a shift, or its Z once it is counted. */
export const reportOf = (
  shift: ShiftState,
  close: Pick<CloseShift, 'countedCash' | 'counts' | 'left' | 'bag'> | null,
): ShiftReport => {
  const approvals = [...shift.refunds, ...shift.movements, ...shift.voids].flatMap(({ approval }) =>
    approval ? [approval] : [],
  )
  return shiftReport({ ...shift, approvals, close, countedCash: close?.countedCash ?? null })
}

export const next = (numbers: Numbers, name: string): number => (numbers[name] ?? 0) + 1

/** Returns the device's estimate of server time: what is printed and the business day follow it, order does not. */
const correctedNowMs = (parts: ActionParts): number =>
  parts.surroundings.clock.nowMs() + (parts.appender.stamp().clockOffsetMs ?? 0)

function completeSale(
  parts: ActionParts,
  shift: ShiftState,
  input: SaleInput,
  actor: Actor,
  at: string,
): Promise<Sale> {
  const saved = shift.sales.find((s) => s.id === input.saleId)
  // Pressed twice: its own charge must not count against it.
  if (saved) return Promise.resolve(saved)
  if (!isDiscountAllowed(input.cart.discount, [actor, input.discountGiver])) {
    throw new AppError('pos.discount-not-allowed', { field: 'discount' })
  }
  const { settings, takenAt } = parts.memory.state
  const priced = priceCart(input.cart, settings.taxCodes)
  if (tenderFaults(priced.totals.total, input.tenders, settings.cashIncrement).length > 0)
    throw new AppError('pos.tenders-do-not-settle')
  checkAccounts(parts, shift, input)
  const { discount } = input.cart
  const { siteCode, tillCode } = settings.till
  return save<Sale>(
    parts,
    'pos.sale',
    input.saleId,
    actor,
    (_id, numbers) => {
      const receiptSeq = next(numbers, 'receipt')
      const receiptNo = receiptNumber(siteCode, tillCode, numbers.epoch ?? parts.identity.epoch, receiptSeq)
      const body: Sale = {
        id: input.saleId,
        shiftId: shift.open.id,
        receiptNo,
        receiptSeq,
        currency: settings.currency,
        businessDay: shift.open.businessDay,
        soldAt: at,
        cashierId: actor.userId,
        customerId: input.customerId,
        customerProof: input.customerProof,
        priceListVersion: settings.priceListVersion,
        snapshotAt: takenAt,
        lines: priced.lines,
        discount: discount ? { ...discount, amount: priced.discountAmount } : null,
        taxes: priced.taxes,
        totals: priced.totals,
        tenders: [...input.tenders],
        ...(input.corrects && { corrects: input.corrects }),
        ...(input.face && { face: input.face }),
      }
      const counters = { ...numbers, receipt: receiptSeq }
      return { body, counters, amountMinor: priced.totals.total, label: receiptNo }
    },
    input.corrects,
  )
}

/** Refuses sales beyond what an account's rules leave here and now, as promised to families. */
function checkAccounts(parts: ActionParts, shift: ShiftState, input: SaleInput): void {
  const wanted = new Map<string, number>()
  for (const t of input.tenders) {
    if (t.kind === 'account') wanted.set(t.customerId, (wanted.get(t.customerId) ?? 0) + t.amount)
  }
  for (const [customerId, amount] of wanted) {
    const { spendable } = parts.memory.account(customerId, shift.open.businessDay, parts.inContact(), input.corrects)
    if (amount > spendable) throw new AppError('pos.over-limit', { field: 'account' })
  }
}
