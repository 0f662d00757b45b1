import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import type { OpenCart } from '#local/pos/cart-edit.ts'
import { begunAt } from '#local/pos/kept-cart.ts'
import { draftRefund } from '#local/pos/refund.ts'
import { ReentryNote } from '../receipts/reentry-note.tsx'
import { cancelExchange } from '../refunds/exchange.actions.ts'
import { takeUpCart } from './cart.actions.ts'
import css from './cart-panel.module.css'

/** What is to be known of the cart before it is gone on with. */
export function CartNotes({ cart, isForeign }: { cart: OpenCart; isForeign: boolean }) {
  return (
    <>
      {cart.corrects && <ReentryNote corrects={cart.corrects} />}
      {isForeign && <BegunNote cart={cart} />}
      {cart.exchange && <ExchangeNote exchange={cart.exchange} />}
    </>
  )
}

/** What comes back, and the way out of it. */
function ExchangeNote({ exchange }: { exchange: NonNullable<OpenCart['exchange']> }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { settings } = useTill()
  const { totals } = draftRefund(exchange, settings.cashIncrement)
  const amount = format.money(totals.total, settings.currency)
  return (
    <div className={css.begun} role="status" data-exchange={totals.total}>
      <p>{t('exchange.note', { amount, receipt: exchange.sale.sale.receiptNo })}</p>
      <Button onClick={cancelExchange}>{t('exchange.cancel')}</Button>
    </div>
  )
}

/** Whose cart it is, when it is not simply the own one of a moment ago. */
function BegunNote({ cart }: { cart: OpenCart }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const user = useAtomValue(userAtom)
  const { begun } = cart
  if (!begun) return null
  const isOther = begun.by !== user?.userId
  const time = format.time(begunAt(cart))
  return (
    <div className={css.begun} role="status">
      <div>
        <p>{isOther ? t('cart.kept.other', { name: pick(begun.name), time }) : t('cart.kept.restored', { time })}</p>
        {begun.gone && begun.gone.length > 0 && (
          <p>
            {t('cart.again.gone')} <bdi>{begun.gone.map(pick).join(t('listComma'))}</bdi>
          </p>
        )}
      </div>
      <Button onClick={takeUpCart}>{t('cart.kept.continue')}</Button>
    </div>
  )
}
