import { useAtomValue } from 'jotai'
import { type KeyboardEvent, memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { quantityOf } from '#local/pos/cart-edit.ts'
import type { Allergen, Item } from '#shared/pos/catalogue.contract.ts'
import { chooseItem } from '../cart/cart.actions.ts'
import { cartAtom } from '../cart/cart.atoms.ts'
import { LaterMarks, LaterPicture } from '../../pictures/later.tsx'
import { hueStyle } from './hue.ts'
import css from './item-grid.module.css'

interface TileProps {
  item: Item
  hue: number | undefined
  /** How many of it are in the cart. */
  pieces: number
  /** What of it the customer must not have, each by its code: what is the same is drawn once. */
  clash: string
}

const Tile = memo(function Tile({ item, hue, pieces, clash }: TileProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const names = useAllergenNames()
  const allergens = names(item.allergens)
  const clashing = item.allergens.filter((each) => clash.split(' ').includes(each))
  return (
    <button
      type="button"
      className={css.tile}
      style={hueStyle(hue)}
      data-clash={clash !== '' || undefined}
      data-item={item.id}
      aria-disabled={item.soldOutOn !== undefined}
      onClick={() => chooseItem(item)}
    >
      <span className={css.picture}>
        <Suspense>
          <LaterPicture item={item} />
        </Suspense>
      </span>
      <bdi className={css.name}>{pick(item.name)}</bdi>
      {item.soldOutOn && <span className={css.clash}>{t('goods.soldOut')}</span>}
      {clash && <span className={css.clash}>{t('goods.clash', { allergens: names(clashing) })}</span>}
      <span className={css.foot}>
        <bdi dir="ltr" className="num">
          {format.amount(item.price)}
        </bdi>
        {item.modifierGroupIds.length > 0 && <span aria-hidden="true">+</span>}
        {allergens !== '' && (
          <span className={css.allergens}>
            <Suspense>
              <LaterMarks allergens={item.allergens} clash={clashing} />
            </Suspense>
            <span className="visually-hidden">{t('goods.contains', { allergens })}</span>
          </span>
        )}
      </span>
      {pieces > 0 && (
        <span className={css.pieces}>
          <span className="visually-hidden">{t('goods.inCart')}</span>
          <bdi className="num">{format.count(pieces)}</bdi>
        </span>
      )}
    </button>
  )
})

/** Arrow keys walk the tiles as they lie on the screen; Tab still leads through all of them. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')]
  const at = tiles.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const columns = tiles.filter((tile) => tile.offsetTop === tiles[0]?.offsetTop).length
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  const step = steps[event.key]
  const next = step === undefined ? undefined : tiles[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Goods to tap. `hint` stands there when none are to be shown. */
export function ItemGrid({ items, hint }: { items: readonly Item[]; hint: string }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const cart = useAtomValue(cartAtom)
  const hues = new Map(till.catalogue.categories.map(({ id, hue }) => [id, hue]))
  const customerId = cart?.customerId
  const forbidden = (allergens: readonly Allergen[]) =>
    customerId ? till.allergenClash(customerId, allergens).join(' ') : ''
  const piecesIn = (itemId: string) =>
    (cart?.lines ?? []).reduce((sum, line) => (line.item.id === itemId ? sum + quantityOf(line) : sum), 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a shortcut between the buttons inside
    <section id="goods" className={css.scroll} aria-label={t('goods.title')} tabIndex={-1} onKeyDown={walk}>
      {items.length === 0 && <p className={css.hint}>{hint}</p>}
      <div className={css.grid}>
        {items.map((item) => (
          <Tile
            key={item.id}
            item={item}
            hue={hues.get(item.categoryId)}
            pieces={piecesIn(item.id)}
            clash={forbidden(item.allergens)}
          />
        ))}
      </div>
    </section>
  )
}
