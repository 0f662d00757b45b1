import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { MinusIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { type OpenCart, quantityOf, setQuantity } from '#local/pos/cart-edit.ts'
import { minor } from '#shared/kernel/money.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import { ItemPicture } from '../../../pictures/item-picture.tsx'
import css from './basket.module.css'

const shownLines = 3

interface BasketProps {
  cart: OpenCart
  left: number | undefined
  isCovered: boolean
  onChange: (cart: OpenCart) => void
}

/** What was chosen with its prices, three lines at once; what is left for today beside it. */
export function Basket({ cart, left, isCovered, onChange }: BasketProps) {
  const { t } = useTranslation('pos.self-service')
  const format = useFormat()
  const till = useTill()
  const [isOpen, setIsOpen] = useState(false)
  const fits = cart.lines.length <= shownLines
  // What was chosen last is in sight; the rest is one touch away.
  const shown = fits ? cart.lines : cart.lines.slice(-(shownLines - 1))
  const more = cart.lines.length - shown.length
  return (
    <aside className={css.basket} aria-label={t('choose.basket')}>
      {cart.lines.length === 0 && <p className={css.empty}>{t('choose.empty')}</p>}
      {cart.lines.length > 0 && (
        <ul className={css.lines}>
          {shown.map((line) => (
            <Line key={line.id} line={line} cart={cart} onChange={onChange} />
          ))}
          {more > 0 && (
            <li>
              <button type="button" className={css.more} onClick={() => setIsOpen(true)}>
                {t('choose.andMore', { count: more })}
              </button>
            </li>
          )}
        </ul>
      )}
      {left !== undefined && (
        <p className={css.left} data-over={left < 0 || undefined}>
          <span>{t('choose.leftToday')}</span>
          <b>
            <Money bare minor={minor(Math.max(0, left))} />
          </b>
          {!till.inContact && till.snapshotAt && (
            <small>{t('choose.old', { time: format.dateTime(till.snapshotAt) })}</small>
          )}
        </p>
      )}
      {isOpen && !isCovered && (
        <Sheet title={t('choose.basket')} onClose={() => setIsOpen(false)}>
          <ul className={css.all}>
            {cart.lines.map((line) => (
              <Line key={line.id} line={line} cart={cart} onChange={onChange} />
            ))}
          </ul>
        </Sheet>
      )}
    </aside>
  )
}

function Line({ line, cart, onChange }: Pick<BasketProps, 'cart' | 'onChange'> & { line: CartLine }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const name = pick(line.item.name)
  const pieces = quantityOf(line)
  const priced = till.priceCart({ lines: [line], discount: null }).totals.total
  return (
    <li className={css.line}>
      <ItemPicture item={line.item} />
      <span className={css.name}>
        <bdi>{name}</bdi>
        {line.modifiers.length > 0 && (
          <small>
            <bdi>{line.modifiers.map((modifier) => pick(modifier.name)).join(' · ')}</bdi>
          </small>
        )}
      </span>
      <span className={css.price}>
        {pieces > 1 && <bdi className="num">{`${format.count(pieces)} × `}</bdi>}
        <Money bare minor={pieces > 1 ? minor(Math.round(priced / pieces)) : priced} />
      </span>
      <button
        type="button"
        className={css.fewer}
        aria-label={t('choose.fewer', { name })}
        onClick={() => onChange(setQuantity(cart, line.id, pieces - 1))}
      >
        <MinusIcon />
        <span>{t('choose.less')}</span>
      </button>
    </li>
  )
}
