// chunk: device
import { AppError } from '#shared/kernel/errors.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import type { CloseShift, ShiftReport } from '#shared/pos/shift.contract.ts'
import { shiftReport } from '#shared/pos/shift-report.rules.ts'
import type { ActionParts } from './save-action.ts'
import { completeSale } from './sell.ts'
import type { ShiftState, Till } from './till.types.ts'

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
  | 'exchange'
  | 'refundWithoutReceipt'
  | 'dropCart'
  | 'closeShift'
  | 'report'
  | 'closedReport'
>

/** Creates the cashier's actions. Each is one durable write; the screen updates from the fold, like any other tab. */
export function tillActions(parts: ActionParts): Actions {
  const { clock } = parts.surroundings
  const now = () => toInstant(correctedNowMs(parts))
  /** When this page saved each sale and top-up, by the monotonic clock. */
  const soldMs = new Map<string, number>()
  const measure = (id: string) => soldMs.set(id, clock.monotonicMs())
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
      (await import('./shift/open-shift.ts')).openShift(parts, input, actor, correctedNowMs(parts)),
    completeSale: async (input, actor) => {
      const shift = openShift()
      const isKnown = shift.sales.some(({ id }) => id === input.saleId)
      const sale = await completeSale(parts, { shift, input, actor, at: now() })
      if (!isKnown) measure(sale.id)
      return sale
    },
    sinceSaleMs: since,
    ...laterActions(parts, { openShift, now, since, measure }),
    report: () => reportOf(openShift(), null),
    closedReport: () => {
      const closed = parts.memory.history.lastClosed
      return closed ? (closed.close.report ?? reportOf(closed.shift, closed.close)) : undefined
    },
    closeShift: async (input, actor) => {
      await (await import('./carts/drop-parked.ts')).dropParked(parts, openShift(), actor, now())
      return (await import('./shift/close-shift.ts')).closeShift(parts, openShift, input, actor, now)
    },
  }
}

interface Surrounding {
  openShift: () => ShiftState
  now: () => Instant
  /** How long ago this page saved a sale, by the monotonic clock. */
  since: (saleId: string) => number | undefined
  /** Notes that this page has just saved a document. */
  measure: (id: string) => unknown
}

/** What is not needed to sell comes when it is used. */
const laterActions = (parts: ActionParts, { openShift, now, since, measure }: Surrounding) =>
  ({
    voidSale: async (input, actor) =>
      (await import('./void-sale.ts')).voidSale(parts, openShift(), input, actor, { at: now(), since }),
    moveCash: async (input, actor) =>
      (await import('./shift/move-cash.ts')).moveCash(parts, openShift(), input, actor, now()),
    recordDrawer: async (input, actor) => (await import('./shift/drawer.ts')).recordDrawer(parts, input, actor, now()),
    topUp: async (input, actor) =>
      (await import('./top-up.ts')).topUp(parts, openShift(), input, actor, { at: now(), measure }),
    refund: async (input, actor) => (await import('./refund.ts')).refund(parts, openShift(), input, actor, now()),
    exchange: async (input, actor) =>
      (await import('./refunds/exchange.ts')).exchange(parts, openShift(), input, actor, now()),
    refundWithoutReceipt: async (input, actor) => {
      const { refundWithoutReceipt } = await import('./refunds/refund-without-receipt.ts')
      return refundWithoutReceipt(parts, openShift(), input, actor, now())
    },
    dropCart: async (input, actor) => (await import('./carts/drop-cart.ts')).dropCart(parts, input, actor, now()),
  }) satisfies Partial<Actions>

/** Returns the X of a shift, or its Z once it is counted. */
export const reportOf = (
  shift: ShiftState,
  close: Pick<CloseShift, 'countedCash' | 'counts' | 'left' | 'bag'> | null,
): ShiftReport => {
  // A sale keeps one approval: that of its discounts and prices.
  const ofSales = shift.sales.flatMap((sale) => (sale.approvals ?? []).map((approval) => ({ approval })))
  const approvals = [...ofSales, ...shift.voids, ...shift.refunds, ...shift.movements].flatMap(({ approval }) =>
    approval ? [approval] : [],
  )
  return shiftReport({ ...shift, approvals, close, countedCash: close?.countedCash ?? null })
}

/** Returns the device's estimate of server time: what is printed and the business day follow it, order does not. */
const correctedNowMs = (parts: ActionParts): number =>
  parts.surroundings.clock.nowMs() + (parts.appender.stamp().clockOffsetMs ?? 0)
