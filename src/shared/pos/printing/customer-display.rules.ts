import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, type Minor, negate } from '#shared/kernel/money.ts'
import type { SaleLine, SaleTotals } from '../sale.contract.ts'

/** A line as the customer sees it. */
export interface DisplayLine {
  name: Bilingual
  modifiers: Bilingual[]
  qtyMilli: number
  amount: Minor
}

/** What the second screen shows. Nothing in it says who buys, what is left of anybody's money, or what the school pays. */
export type DisplayView =
  | { state: 'idle' }
  | { state: 'cart'; lines: DisplayLine[]; discount: Minor; total: Minor }
  | { state: 'paid'; total: Minor; change: Minor }

/** Message from the till to the second screen: what to show, and how the school writes it. */
export interface DisplayMessage {
  view: DisplayView
  school: Bilingual
  language: 'en' | 'ar'
  currency: Currency
  timeZone: string
}

interface DisplayedCart {
  lines: readonly SaleLine[]
  totals: SaleTotals
}

/** Returns what of an open cart the customer may see: chosen field by field, so that nothing new leaks in. */
export function displayOfCart({ lines, totals }: DisplayedCart): DisplayView {
  if (lines.length === 0) return { state: 'idle' }
  return {
    state: 'cart',
    lines: lines.map(({ name, modifiers, qtyMilli, gross }) => ({
      name: { en: name.en, ar: name.ar },
      modifiers: modifiers.map((each) => ({ en: each.name.en, ar: each.name.ar })),
      qtyMilli,
      amount: gross,
    })),
    discount: negate(totals.discount),
    total: totals.total,
  }
}

/** Returns what the customer sees once the sale is saved. */
export const displayOfSale = ({ totals }: Pick<DisplayedCart, 'totals'>, change: Minor): DisplayView => ({
  state: 'paid',
  total: totals.total,
  change,
})
