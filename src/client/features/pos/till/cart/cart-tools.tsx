// chunk: till-sheets
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { OpenCart } from '#local/pos/cart-edit.ts'
import { keptPaymentAtom } from '../payment/pay.atoms.ts'
import { sheetAtom } from '../till.atoms.ts'
import { clearCart } from './cart.actions.ts'
import css from './cart-panel.module.css'

/** What may be done with the cart as a whole. */
export function CartTools({ cart }: { cart: OpenCart | null }) {
  const { t } = useTranslation('pos.till')
  const openSheet = useSetAtom(sheetAtom)
  const kept = useAtomValue(keptPaymentAtom)
  // What a card was charged for is finished first: a parked cart may be forgotten when the shift closes.
  const isPaidInPart = cart !== null && kept?.saleId === cart.saleId && kept.tenders.length > 0
  const hasLines = (cart?.lines.length ?? 0) > 0
  return (
    <div className={css.tools}>
      <Button kind="quiet" disabled={!hasLines} aria-haspopup="dialog" onClick={() => openSheet({ kind: 'discount' })}>
        {t('discount.title')}
      </Button>
      <Button
        kind="quiet"
        disabled={!hasLines || isPaidInPart || cart?.corrects !== undefined}
        aria-haspopup="dialog"
        onClick={() => openSheet({ kind: 'park' })}
      >
        {t('parked.park')}
      </Button>
      <Button kind="quiet" disabled={!cart} onClick={clearCart}>
        {t('cart.clear')}
      </Button>
    </div>
  )
}
