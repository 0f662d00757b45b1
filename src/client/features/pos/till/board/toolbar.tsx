import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import { MenuIcon } from '#client/ui/icons/action-icons.tsx'
import { SearchIcon } from '#client/ui/icons/place-icons.tsx'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import { chooseItem } from '../cart/cart.actions.ts'
import { queryAtom, sheetAtom } from '../till.atoms.ts'
import css from './toolbar.module.css'

/** Search, where and who one is, and the way to everything that is not selling. */
export function Toolbar({ firstFound }: { firstFound: Item | undefined }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const { settings, shift } = useTill()
  const user = useAtomValue(userAtom)
  const [query, setQuery] = useAtom(queryAtom)
  const openSheet = useSetAtom(sheetAtom)
  return (
    <div className={css.bar}>
      <search className={css.search}>
        <SearchIcon />
        <input
          id="till-search"
          type="search"
          className={css.input}
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
      <p className={css.place}>
        <span className={css.till}>
          <bdi>{pick(settings.till.name)}</bdi> <bdi dir="ltr">{settings.till.tillCode}</bdi>
          {shift && (
            <>
              {' · '}
              {t('shift.no', { no: shift.open.no })}
            </>
          )}
        </span>
        {user && <bdi className={css.operator}>{pick(user.name)}</bdi>}
      </p>
      <Button
        kind="quiet"
        icon={<MenuIcon />}
        aria-haspopup="dialog"
        aria-label={t('menu.open')}
        onClick={() => openSheet({ kind: 'menu' })}
      >
        <span className={css.menuText}>{t('menu.title')}</span>
      </Button>
    </div>
  )
}
