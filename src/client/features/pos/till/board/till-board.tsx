import { useAtomValue } from 'jotai'
import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { reentryAtom } from '#client/platform/offline/outbox.atoms.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useWedge } from '#client/ui/fields/use-wedge.ts'
import { handleScan } from '../cart/cart.actions.ts'
import { isBusyAtom } from '../cart/cart.atoms.ts'
import { CartPanel } from '../cart/cart-panel.tsx'
import { CategoryRail } from '../catalogue/category-rail.tsx'
import { ItemGrid } from '../catalogue/item-grid.tsx'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import { reenterSale } from '../receipts/reenter-sale.actions.ts'
import { categoryAtom, queryAtom } from '../till.atoms.ts'
import { NoticeLine } from './notice-line.tsx'
import { fetchSheets } from './sheets.tsx'
import css from './till-board.module.css'
import { Toolbar } from './toolbar.tsx'

const maxFound = 60
/** Browsers without idle callbacks wait this long instead. */
const idleMs = 1500

/** The till in a shift: goods on one side, cart on the other, the total always in the same corner. */
export function TillBoard() {
  const { t, i18n } = useTranslation('pos.till')
  const pick = useBilingual()
  const { catalogue } = useTill()
  const chosen = useAtomValue(categoryAtom)
  const query = useDeferredValue(useAtomValue(queryAtom).trim())
  useShortcuts()
  const wanted = useAtomValue(reentryAtom)
  useEffect(() => {
    if (wanted) reenterSale(wanted)
  }, [wanted])
  useBusy(useAtomValue(isBusyAtom))
  useWedge((code) => handleScan(code, (found) => pick(found.name)))
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(fetchSheets, idleMs)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(fetchSheets)
    return () => cancelIdleCallback(idle)
  }, [])
  useEffect(() => {
    // Paper speaks both languages, whichever the screen speaks.
    void i18n.loadLanguages(['en', 'ar'])
  }, [i18n])
  const categoryId = chosen ?? catalogue.categories[0]?.id
  const items = query ? catalogue.search(query, maxFound) : categoryId ? catalogue.itemsOf(categoryId) : []
  return (
    <div className={css.board}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <div className={css.bar}>
        <Toolbar firstFound={query ? items[0] : undefined} />
      </div>
      <div className={css.rail}>
        <CategoryRail chosenId={query ? undefined : categoryId} />
      </div>
      <div className={css.goods}>
        <ItemGrid items={items} hint={query ? t('goods.nothingFound', { query }) : t('goods.nothing')} />
      </div>
      <CartPanel />
      <NoticeLine />
    </div>
  )
}
