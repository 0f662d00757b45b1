import type { KnownCommand } from '#server/features/sync/ingest/envelope.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import { people, startBalance } from './goods.ts'

/** The money of a simulated school: what operations did to the customers' accounts. */
export interface Ledger {
  balances: Map<string, number>
  /** What accounts paid for each sale. */
  paid: Map<string, { customerId: string; amount: number }[]>
  /** What was put on accounts, by the id of the top-up. */
  topUps: Map<string, { customerId: string; amount: number }[]>
  voided: Set<string>
  /** Ids of refunds that accounts have got. */
  refunded: Set<string>
  version: number
  /** Ids of operations in the order in which their effect was run. */
  effects: string[]
}

export const openLedger = (): Ledger => ({
  balances: new Map(people.customers.map((id) => [id, startBalance])),
  paid: new Map(),
  topUps: new Map(),
  voided: new Set(),
  refunded: new Set(),
  version: 1,
  effects: [],
})

/** Runs the effect of one operation; answers with the version after it, when accounts have moved. */
export function applyTo(ledger: Ledger, opId: string, { kind, body }: KnownCommand): number | undefined {
  ledger.effects.push(opId)
  if (kind === 'pos.sale') return sell(ledger, body)
  if (kind === 'pos.voidSale') {
    if (ledger.voided.has(body.saleId)) return undefined
    ledger.voided.add(body.saleId)
    const taken = ledger.topUps.get(body.saleId)
    if (taken) return move(ledger, taken, -1)
    const charges = ledger.paid.get(body.saleId) ?? []
    return charges.length === 0 ? undefined : move(ledger, charges, 1)
  }
  if (kind === 'pos.topUp') return putOn(ledger, body)
  if (kind === 'pos.refund') return giveBack(ledger, body)
  if (kind !== 'pos.exchange') return undefined
  const back = giveBack(ledger, body.refund)
  return sell(ledger, body.sale) ?? back
}

function sell(ledger: Ledger, sale: Sale): number | undefined {
  if (ledger.paid.has(sale.id)) return undefined
  const charges = sale.tenders.flatMap((t) =>
    t.kind === 'account' && t.amount > 0 && ledger.balances.has(t.customerId) ? [t] : [],
  )
  ledger.paid.set(sale.id, charges)
  if (charges.length === 0) return undefined
  return move(ledger, ledger.voided.has(sale.id) ? [] : charges, ledger.voided.has(sale.id) ? 1 : -1)
}

function putOn(ledger: Ledger, topUp: TopUp): number | undefined {
  if (ledger.topUps.has(topUp.id) || !ledger.balances.has(topUp.customerId)) return undefined
  ledger.topUps.set(topUp.id, [topUp])
  return move(ledger, ledger.voided.has(topUp.id) ? [] : [topUp], 1)
}

function giveBack(ledger: Ledger, refund: Refund): number | undefined {
  if (ledger.refunded.has(refund.id)) return undefined
  ledger.refunded.add(refund.id)
  const back = refund.tenders.flatMap((t) => (t.kind === 'account' ? [t] : []))
  return back.length === 0 || ledger.voided.has(refund.saleId) ? undefined : move(ledger, back, 1)
}

function move(ledger: Ledger, charges: readonly { customerId: string; amount: number }[], sign: 1 | -1): number {
  for (const { customerId, amount } of charges) {
    ledger.balances.set(customerId, (ledger.balances.get(customerId) ?? 0) + sign * amount)
  }
  ledger.version += 1
  return ledger.version
}
