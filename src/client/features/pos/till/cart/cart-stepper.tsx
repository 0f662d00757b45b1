import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { MinusIcon, PlusIcon } from '#client/ui/icons/action-icons.tsx'
import { changeQuantity } from './cart.actions.ts'
import css from './cart-line.module.css'

/** One piece less, how many there are, one more. The last piece taken away takes the line with it. */
export function CartStepper({ lineId, name, pieces }: { lineId: string; name: string; pieces: number }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  return (
    <div className={css.stepper} role="group" aria-label={t('cart.pieces', { name })}>
      <button
        type="button"
        className={css.step}
        aria-label={t('cart.fewer', { name })}
        onClick={() => changeQuantity(lineId, pieces - 1)}
      >
        <MinusIcon />
      </button>
      <output className={css.pieces}>
        <bdi className="num">{format.count(pieces)}</bdi>
      </output>
      <button
        type="button"
        className={css.step}
        aria-label={t('cart.more', { name })}
        onClick={() => changeQuantity(lineId, pieces + 1)}
      >
        <PlusIcon />
      </button>
    </div>
  )
}
