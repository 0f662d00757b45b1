import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { reentryAtom } from '#client/platform/offline/outbox.atoms.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { hearScans } from '#client/ui/fields/use-wedge.ts'
import { Button } from '#client/ui/button.tsx'
import { MenuIcon } from '#client/ui/icons/action-icons.tsx'
import { SearchIcon } from '#client/ui/icons/place-icons.tsx'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import { chooseItem } from '../cart/cart.actions.ts'
import { isBusyAtom } from '../cart/cart.atoms.ts'
import { CartPanel } from '../cart/cart-panel.tsx'
import { CategoryRail } from '../catalogue/category-rail.tsx'
import { ItemGrid } from '../catalogue/item-grid.tsx'
import { categoryAtom, noticeAtom, queryAtom, sheetAtom } from '../till.atoms.ts'
import noticeLineStyles from './notice-line.module.css'
import { fetchSheets } from './sheets.tsx'
import css from './till-board.module.css'
import toolbarStyles from './toolbar.module.css'

/** Search, where and who one is, and the way to everything that is not selling. */
function Toolbar({ firstFound }: { firstFound: Item | undefined }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const { settings, shift } = useTill()
  const user = useAtomValue(userAtom)
  const [query, setQuery] = useAtom(queryAtom)
  const openSheet = useSetAtom(sheetAtom)
  return (
    <div className={toolbarStyles.bar}>
      <search className={toolbarStyles.search}>
        <SearchIcon />
        <input
          id="till-search"
          type="search"
          className={toolbarStyles.input}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-label={t('goods.search')}
          placeholder={t('goods.searchHint')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && query) {
              event.preventDefault()
              setQuery('')
            }
            if (event.key === 'Enter' && firstFound && query.trim()) {
              event.preventDefault()
              chooseItem(firstFound)
              setQuery('')
            }
          }}
        />
      </search>
      <p className={toolbarStyles.place}>
        <span className={toolbarStyles.till}>
          <bdi>{pick(settings.till.name)}</bdi> <bdi dir="ltr">{settings.till.tillCode}</bdi>
          {shift && (
            <>
              {' · '}
              {t('shift.no', { no: shift.open.no })}
            </>
          )}
        </span>
        {user && <bdi className={toolbarStyles.operator}>{pick(user.name)}</bdi>}
      </p>
      <Button
        kind="quiet"
        icon={<MenuIcon />}
        aria-haspopup="dialog"
        aria-label={t('menu.open')}
        onClick={() => openSheet({ kind: 'menu' })}
      >
        <span className={toolbarStyles.menuText}>{t('menu.title')}</span>
      </Button>
    </div>
  )
}

const staysMs = 4000

/** A passing word at the foot of the goods: read aloud, never in the way. */
function NoticeLine() {
  const { t } = useTranslation('pos.till')
  const [notice, setNotice] = useAtom(noticeAtom)
  useEffect(() => {
    if (!notice) return undefined
    const timer = setTimeout(() => setNotice(null), staysMs)
    return () => clearTimeout(timer)
  }, [notice, setNotice])
  return (
    <div className={noticeLineStyles.place} role="status">
      {notice && (
        <p className={noticeLineStyles.notice} data-tone={notice.tone}>
          {t(`notice.${notice.key}`)} <bdi>{notice.subject}</bdi>
        </p>
      )}
    </div>
  )
}

/** What could not be fetched is asked for again when it is wanted again. */
const ignore = () => undefined

const maxFound = 60
/** Browsers without idle callbacks wait this long instead. */
const idleMs = 1500

/** The till in a shift: goods on one side, cart on the other, the total always in the same corner. */
export function TillBoard() {
  const { t, i18n } = useTranslation('pos.till')
  const { catalogue } = useTill()
  const chosen = useAtomValue(categoryAtom)
  const query = useDeferredValue(useAtomValue(queryAtom).trim())
  useEffect(() => {
    const keys = import('../hooks/shortcuts.ts').then(({ followShortcuts }) => followShortcuts(), ignore)
    return () => void keys.then((end) => end?.())
  }, [])
  const wanted = useAtomValue(reentryAtom)
  useEffect(() => {
    if (!wanted) return
    import('../receipts/reenter-sale.actions.ts').then(({ reenterSale }) => reenterSale(wanted), ignore)
  }, [wanted])
  useBusy(useAtomValue(isBusyAtom))
  // Heard from the first moment on; what they mean comes when it is needed.
  useEffect(
    () =>
      hearScans((code) => {
        import('../cart/scan.actions.ts').then(({ handleScan }) => handleScan(code), ignore)
      }),
    [],
  )
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
