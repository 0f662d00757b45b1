// chunk: till-sheets
import type { CashMovement } from '../shift.contract.ts'
import type { Refund } from '../refunds/refund.contract.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { cashOf } from '../refunds/refund-cash.rules.ts'
import type { Sale, VoidSale } from '../sale.contract.ts'
import type { TopUp } from '../top-ups/top-up.contract.ts'
import { type ActContext, type DoneAct, type Judgement, judgeAct, strictest } from './till-limits.rules.ts'

/** Rows of a shift that limits count, from the device's operations or from the server's tables. */
export interface LimitedRows {
  sales: readonly Pick<Sale, 'id' | 'cashierId' | 'customerProof' | 'tenders' | 'totals' | 'soldAt' | 'lines'>[]
  voids: readonly Pick<VoidSale, 'saleId' | 'by' | 'at' | 'afterMs'>[]
  refunds: readonly Pick<Refund, 'tenders' | 'by' | 'totals' | 'withoutSale'>[]
  movements: readonly Pick<CashMovement, 'kind' | 'amount' | 'by'>[]
  topUps: readonly Pick<TopUp, 'id' | 'amount' | 'by' | 'at'>[]
}

/** Returns what was done in a shift, as limits measure it. */
export function doneInShift({ sales, voids, refunds, movements, topUps }: LimitedRows): DoneAct[] {
  const sold = new Map<string, LimitedRows['sales'][number]>(sales.map((sale) => [sale.id, sale]))
  const toppedUp = new Map<string, LimitedRows['topUps'][number]>(topUps.map((topUp) => [topUp.id, topUp]))
  return [
    ...sales.flatMap(doneInSale),
    ...voids.flatMap((voided) => doneInVoid(voided, sold.get(voided.saleId), toppedUp.get(voided.saleId))),
    ...refunds.flatMap(({ tenders, by, totals, withoutSale }): DoneAct[] => [
      { act: 'refund-cash', by, amount: cashOf(tenders) },
      { act: 'refund-account', by, amount: accountOf(tenders) },
      ...(withoutSale ? [{ act: 'refund-without-receipt' as const, by, amount: totals.total }] : []),
    ]),
    ...movements.flatMap(({ kind, amount, by }): DoneAct[] =>
      kind === 'paid-in' ? [] : [{ act: kind, by, amount: kind === 'no-sale' ? 1 : amount }],
    ),
    ...topUps.map(({ amount, by }): DoneAct => ({ act: 'top-up', by, amount })),
  ]
}

/** Prices and sales in spite of a rule are counted by lines. */
function doneInSale(sale: LimitedRows['sales'][number]): DoneAct[] {
  const by = sale.cashierId
  const count = (isOne: (line: Sale['lines'][number]) => boolean) => sale.lines.filter(isOne).length
  const acts: DoneAct[] = [
    { act: 'name-only', by, amount: isByNameOnly(sale) ? 1 : 0 },
    { act: 'price', by, amount: count(({ priceOverride }) => priceOverride !== undefined) },
    { act: 'allergen', by, amount: count(({ overrideReason }) => overrideReason !== undefined) },
  ]
  return acts.filter(({ amount }) => amount > 0)
}

function doneInVoid(
  { by, at, afterMs }: LimitedRows['voids'][number],
  sale: LimitedRows['sales'][number] | undefined,
  topUp: LimitedRows['topUps'][number] | undefined,
): DoneAct[] {
  const amount = sale?.totals.total ?? topUp?.amount ?? 0
  const since = sale?.soldAt ?? topUp?.at ?? at
  const ageMs = afterMs ?? fromInstant(at) - fromInstant(since)
  return [{ act: 'void', by, amount }, ...(ageMs > freeVoidMs ? [{ act: 'void-late' as const, by, amount }] : [])]
}

/** Whether an account pays for somebody who was found by name alone. */
export const isByNameOnly = ({ customerProof, tenders }: Pick<Sale, 'customerProof' | 'tenders'>): boolean =>
  customerProof === 'name' && tenders.some(({ kind }) => kind === 'account')

/** Judges a refund by its cash, by what goes to accounts, and by what a card paid and an account gets. */
export function judgeRefund(
  { tenders }: Pick<Refund, 'tenders'>,
  sale: Pick<Sale, 'tenders'>,
  context: ActContext,
): Judgement {
  const ofCards = new Set(sale.tenders.flatMap(({ id, kind }) => (kind === 'card' ? [id] : [])))
  const moved = tenders.filter(({ kind, saleTenderId }) => kind === 'account' && ofCards.has(saleTenderId))
  return strictest([
    judgeAct('refund-cash', cashOf(tenders), context),
    judgeAct('refund-account', accountOf(tenders), context),
    judgeAct('refund-card-to-account', accountOf(moved), context),
  ])
}

const accountOf = (tenders: Refund['tenders']): number =>
  tenders.reduce((all, { kind, amount }) => (kind === 'account' ? all + amount : all), 0)

/** Judges money back for goods without a receipt: another person always approves it, whatever the limits say, or they forbid it. */
export const judgeWithoutReceipt = (total: number, context: ActContext): Judgement =>
  strictest([judgeAct('refund-without-receipt', total, context), 'approval'])

/** How long a sale may be voided within the limit of a void alone. */
export const freeVoidMs = 180_000

/** Judges the void of a sale by its total and by how long after the sale it happens, in milliseconds. */
export const judgeVoid = (total: number, ageMs: number, context: ActContext): Judgement =>
  strictest([judgeAct('void', total, context), ageMs > freeVoidMs ? judgeAct('void-late', total, context) : 'free'])

/** Judges cash that moves without a sale, or a drawer opened for none; cash paid in is free. */
export const judgeMovement = (
  { kind, amount }: Pick<CashMovement, 'kind' | 'amount'>,
  context: ActContext,
): Judgement => (kind === 'paid-in' ? 'reason' : judgeAct(kind, kind === 'no-sale' ? 1 : amount, context))

/** What an approval of a void is given for. */
export const voidShown = ({ id, total }: { id: Sale['id']; total: number }): Record<string, unknown> => ({
  saleId: id,
  total,
})

/** What an approval of a cash movement is given for. */
export const movementShown = ({
  id,
  kind,
  amount,
}: Pick<CashMovement, 'id' | 'kind' | 'amount'>): Record<string, unknown> => ({ id, kind, amount })
