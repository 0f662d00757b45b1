import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { KeyHint } from '../board/key-hint.tsx'
import { useCountUp } from '../hooks/use-count-up.ts'
import { sheetAtom } from '../till.atoms.ts'
import { cartAtom, clashesAtom, pricedAtom } from './cart.atoms.ts'
import css from './cart-total.module.css'

/** The total and Pay: always in this place, at this size. */
export function CartTotal() {
  const { t } = useTranslation('pos.till')
  const cart = useAtomValue(cartAtom)
  const priced = useAtomValue(pricedAtom)
  const clash = useAtomValue(clashesAtom)[0]
  const openSheet = useSetAtom(sheetAtom)
  const total = priced?.totals.total ?? 0
  const shown = useCountUp(total)
  const hasLines = (cart?.lines.length ?? 0) > 0
  return (
    <div className={css.box}>
      <p className={css.total}>
        <span>
          {t('cart.total')}
          {priced && priced.totals.tax > 0 && (
            <small className={css.tax}>
              {t('cart.tax')} <Money bare minor={priced.totals.tax} />
            </small>
          )}
        </span>
        <strong className={css.sum} data-total={total}>
          <span aria-hidden="true">
            <Money minor={shown} />
          </span>
          <span className="visually-hidden">
            <Money minor={total} />
          </span>
        </strong>
      </p>
      <Button
        kind="main"
        size="large"
        className={css.pay}
        disabled={!hasLines}
        aria-haspopup="dialog"
        data-action="pay"
        onClick={() => openSheet(clash ? { kind: 'clash', lineId: clash.line.id } : { kind: 'pay' })}
      >
        {t('pay.open')}
        <KeyHint name="F4" />
      </Button>
    </div>
  )
}
