import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { NextIcon } from '#client/ui/icons/place-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { type OpenCart, quantityOf } from '#local/pos/cart-edit.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Category, Item } from '#shared/pos/catalogue.contract.ts'
import { foodDrawing } from '../../../pictures/food-drawing.rules.ts'
import { ItemPicture } from '../../../pictures/item-picture.tsx'
import { hueStyle } from '../../../till/catalogue/hue.ts'
import { spendableNow } from '../../../spending/rules-now.ts'
import { itemState, type Obstacle } from '../../item-state.ts'
import { HeartIcon } from '../../kiosk-icons.tsx'
import { forYou, isOfToday, shelfPage } from '../../shelf.rules.ts'
import css from './shelf.module.css'

interface ShelfProps {
  customerId: CustomerId
  cart: OpenCart
  /** What may still be spent beside the basket; undefined before it is confirmed whose account it is. */
  left: number | undefined
  isKnown: boolean
  onTap: (item: Item) => void
}

/** At most twelve things to choose from: what is meant for this pupil first, then kind by kind. */
export function Shelf({ customerId, cart, left, isKnown, onTap }: ShelfProps) {
  const { t } = useTranslation('pos.self-service')
  const till = useTill()
  const { catalogue } = till
  const [kind, setKind] = useState<string | null>(null)
  const [page, setPage] = useState(0)
  const choose = (id: string | null) => {
    setKind(id)
    setPage(0)
  }
  const had = isKnown ? hadBefore(till.shift?.sales ?? [], customerId) : []
  const all = kind === null ? forYou(catalogue, had) : catalogue.itemsOf(kind)
  const stateOf = (item: Item) => itemState(till, item, { customerId, left })
  // Tiles keep their places while the basket is filled: what it leaves makes them quiet, and moves none.
  const atFirst = isKnown ? spendableNow(till, customerId) : undefined
  const isBlocked = (item: Item) => itemState(till, item, { customerId, left: atFirst }).obstacle !== undefined
  const { items, hasMore } = shelfPage(all, isBlocked, {
    page,
    isFirstOnly: kind === null,
  })
  const kinds = catalogue.categories.filter(({ id }) => catalogue.itemsOf(id).length > 0 && id !== '*')
  return (
    <>
      <nav className={css.kinds} aria-label={t('choose.categories')} data-rows={kinds.length > 5 ? 2 : 1}>
        <button type="button" className={css.kind} aria-pressed={kind === null} onClick={() => choose(null)}>
          <span className={css.heart}>
            <HeartIcon size={44} />
          </span>
          <span>{t('choose.forYou')}</span>
        </button>
        {kinds.map((each) => (
          <Kind key={each.id} category={each} isChosen={kind === each.id} onClick={() => choose(each.id)} />
        ))}
      </nav>
      <ul className={css.grid}>
        {items.map((item) => (
          <li key={item.id}>
            <Tile item={item} cart={cart} isKnown={isKnown} {...stateOf(item)} onTap={onTap} />
          </li>
        ))}
        {hasMore && (
          <li>
            <button type="button" className={css.more} data-more onClick={() => setPage(page + 1)}>
              <NextIcon size={64} />
              <span>{t('choose.more')}</span>
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

function hadBefore(
  sales: readonly { customerId: string | null; lines: readonly { itemId: string }[] }[],
  customerId: string,
) {
  return sales
    .filter((sale) => sale.customerId === customerId)
    .flatMap(({ lines }) => lines.map(({ itemId }) => itemId))
}

interface KindProps {
  category: Category
  isChosen: boolean
  onClick: () => void
}

function Kind({ category, isChosen, onClick }: KindProps) {
  const pick = useBilingual()
  const { catalogue } = useTill()
  const [first] = catalogue.itemsOf(category.id)
  const drawing = foodDrawing(category.name)
  return (
    <button type="button" className={css.kind} data-kind={category.id} aria-pressed={isChosen} onClick={onClick}>
      {drawing ? <ItemPicture item={{ name: category.name }} /> : first && <ItemPicture item={first} />}
      <bdi>{pick(category.name)}</bdi>
    </button>
  )
}

interface TileProps {
  item: Item
  cart: OpenCart
  isKnown: boolean
  obstacle?: Obstacle
  without: readonly Parameters<ReturnType<typeof useAllergenNames>>[0][number][]
  onTap: (item: Item) => void
}

function Tile({ item, cart, isKnown, obstacle, without, onTap }: TileProps) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const format = useFormat()
  const names = useAllergenNames()
  const hue = useTill().catalogue.categories.find(({ id }) => id === item.categoryId)?.hue
  const pieces = cart.lines.reduce((sum, line) => (line.item.id === item.id ? sum + quantityOf(line) : sum), 0)
  const reason = () => {
    if (obstacle?.why === 'sold-out') return t('choose.soldOut')
    if (obstacle?.why === 'allergens' && isKnown) return t('choose.has', { allergens: names(obstacle.allergens) })
    return t('choose.notToday')
  }
  return (
    <button
      type="button"
      className={css.tile}
      data-item={item.id}
      data-on={pieces > 0 || undefined}
      disabled={obstacle !== undefined}
      style={hueStyle(hue)}
      onClick={() => onTap(item)}
    >
      <span className={css.picture}>
        <ItemPicture item={item} />
        {!obstacle && isOfToday(item) && <span className={css.tag}>{t('choose.tag')}</span>}
        {!obstacle && isKnown && without.length > 0 && (
          <span className={css.without}>{t('choose.without', { allergens: names(without) })}</span>
        )}
      </span>
      <span className={css.words}>
        <bdi className={css.name}>{pick(item.name)}</bdi>
        {obstacle ? (
          <b className={css.reason}>{reason()}</b>
        ) : (
          <span className={css.price}>
            <Money bare minor={item.price} />
          </span>
        )}
      </span>
      {pieces > 0 && (
        <span className={css.pieces}>
          <span className="visually-hidden">{t('choose.inBasket')}</span>
          <bdi className="num">{format.count(pieces)}</bdi>
        </span>
      )}
    </button>
  )
}
