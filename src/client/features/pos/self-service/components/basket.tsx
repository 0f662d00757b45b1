import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { MinusIcon, PlusIcon } from '#client/ui/icons/action-icons.tsx'
import { type OpenCart, quantityOf, setQuantity } from '#local/pos/cart-edit.ts'
import css from './choose.module.css'

interface BasketProps {
  cart: OpenCart
  onChange: (cart: OpenCart) => void
}

/** What was chosen, with one less and one more. */
export function Basket({ cart, onChange }: BasketProps) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const format = useFormat()
  if (cart.lines.length === 0) return <p className={css.empty}>{t('choose.empty')}</p>
  return (
    <ul className={css.lines}>
      {cart.lines.map((line) => {
        const name = pick(line.item.name)
        const pieces = quantityOf(line)
        return (
          <li key={line.id} className={css.line}>
            <span className={css.lineName}>
              <bdi>{name}</bdi>
              {line.modifiers.length > 0 && (
                <small>
                  <bdi>{line.modifiers.map((modifier) => pick(modifier.name)).join(' · ')}</bdi>
                </small>
              )}
            </span>
            <button
              type="button"
              className={css.step}
              aria-label={t('choose.fewer', { name })}
              onClick={() => onChange(setQuantity(cart, line.id, pieces - 1))}
            >
              <MinusIcon />
            </button>
            <output className={css.pieces}>
              <bdi className="num">{format.count(pieces)}</bdi>
            </output>
            <button
              type="button"
              className={css.step}
              aria-label={t('choose.more', { name })}
              onClick={() => onChange(setQuantity(cart, line.id, pieces + 1))}
            >
              <PlusIcon />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
