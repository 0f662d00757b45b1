// chunk: till-sheets
import { useAtomValue } from 'jotai'
import { useTill } from '#client/platform/offline/open-till.ts'
import { creditOf, draftExchange } from '#local/pos/refunds/exchange.ts'
import { type Minor, zero } from '#shared/kernel/money.ts'
import { netCash } from '#shared/pos/refunds/exchange.rules.ts'
import { cartAtom } from '../cart/cart.atoms.ts'

/** What comes back for the open cart, and how far it pays a sale of `total`; nothing without an exchange. */
export function useExchange(total: Minor) {
  const { settings, shift } = useTill()
  const cart = useAtomValue(cartAtom)
  const refund = cart?.exchange
  const businessDay = shift?.open.businessDay
  const draft =
    refund && cart && businessDay
      ? draftExchange({ refund, saleId: cart.saleId, total, businessDay }, settings.cashIncrement)
      : undefined
  const tenders = draft?.refund.tenders ?? []
  const credit = refund && businessDay ? creditOf(tenders, refund.sale, businessDay) : undefined
  const carried = draft?.carried ?? []
  return {
    refund,
    draft: draft?.refund,
    carried,
    /** Cash that the drawer gives, where the other goods cost less. */
    cashOut: -Math.min(0, netCash(tenders, carried)),
    creditOf: (customerId: string): Minor => credit?.get(customerId) ?? zero,
  }
}
