import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Money } from '#client/ui/tables/money.tsx'
import type { Correction } from '#local/pos/cart-edit.ts'
import css from '../cart/cart-panel.module.css'

/** What the cart is entered again for, how it was paid that time, and what could not be put into it. */
export function ReentryNote({ corrects }: { corrects: Correction }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  return (
    <div className={css.again} role="status">
      <p>
        <strong>{t('cart.again.title')}</strong> <bdi dir="ltr">{corrects.receiptNo}</bdi>
      </p>
      <p>
        {t('cart.again.paid')}{' '}
        {corrects.tenders.map((tender) => (
          <span key={tender.id}>
            {t(`tender.${tender.kind}`)} <Money minor={tender.amount} currency={corrects.currency} />
            {tender.kind === 'card' && (
              <>
                {' '}
                <bdi dir="ltr">{tender.terminalRef}</bdi>
              </>
            )}{' '}
          </span>
        ))}
      </p>
      {corrects.gone.length > 0 && (
        <p>
          {t('cart.again.gone')} <bdi>{corrects.gone.map(pick).join(t('listComma'))}</bdi>
        </p>
      )}
    </div>
  )
}
