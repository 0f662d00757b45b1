import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Money } from '#client/ui/tables/money.tsx'
import type { ShiftDroppedCart } from '#shared/pos/pos-report.contract.ts'
import type { RemovedLine } from '#shared/pos/sale.contract.ts'
import css from './shift-detail.module.css'

/** What was taken out of a cart before it was paid, and how long after it was put in. */
export function RemovedLines({ lines }: { lines: readonly RemovedLine[] }) {
  const { t } = useTranslation('pos.reports')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <ul>
      {lines.map(({ itemId, name, qtyMilli, price, secondsAfterAdding }, n) => (
        <li key={`${itemId} ${n}`}>
          <bdi dir="ltr">{`${format.count(qtyMilli / 1000)} ×`}</bdi> <bdi>{pick(name)}</bdi>{' '}
          <Money bare minor={price} />{' '}
          <span className={css.soft}>{t('removed.after', { seconds: format.count(secondsAfterAdding) })}</span>
        </li>
      ))}
    </ul>
  )
}

/** Carts of a shift that were begun and never paid. */
export function DroppedCarts({ carts }: { carts: readonly ShiftDroppedCart[] }) {
  const { t } = useTranslation('pos.reports')
  const format = useFormat()
  if (carts.length === 0) return null
  return (
    <section className={css.part}>
      <h2>{t('removed.carts')}</h2>
      {/* A scrolled box must be reachable without a mouse. */}
      <ul className={css.exceptions} tabIndex={0} aria-label={t('removed.carts')}>
        {carts.map(({ id, at, cause, removed }) => (
          <li key={id}>
            <bdi>{format.dateTime(at)}</bdi> {cause === 'shift-end' && t('removed.shift-end')}
            <RemovedLines lines={removed} />
          </li>
        ))}
      </ul>
    </section>
  )
}
