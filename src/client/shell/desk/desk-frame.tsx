// chunk: desk-frame
import { createTheme, MantineThemeProvider } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { resumeDeskWork } from '#client/platform/offline/desk-outbox.atoms.ts'
import { fetchInTurn } from '#client/platform/page/first-use.ts'
import { onStill } from '#client/platform/page/on-still.ts'
import { themeAtom } from '#client/platform/prefs.ts'
import '#client/theme/desk.css'
import { Mantine } from '#client/theme/mantine.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { MenuIcon } from '#client/ui/icons/action-icons.tsx'
import { SearchIcon } from '#client/ui/icons/place-icons.tsx'
import layout from '../layout/app-frame.module.css'
import { Footer } from '../layout/footer.tsx'
import { MainPart } from '../layout/main-part.tsx'
import { LanguageSwitch, ModeSwitch } from '../layout/switches.tsx'
import { Breadcrumbs } from '../nav/breadcrumbs.tsx'
import { NavDrawer } from '../nav/nav-drawer.tsx'
import { SplitNav } from '../nav/split-nav.tsx'
import { SideNav } from '../nav/side-nav.tsx'
import { SchoolMark } from '../school-mark.tsx'
import { SchoolSwitcher } from '../schools/school-switcher.tsx'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { SyncSlot } from '../sync-slot.tsx'
import { ProfileMenu } from '../theme/profile-menu.tsx'
import { openPartAtom, searchTextAtom } from './desk.atoms.ts'
import css from './desk-frame.module.css'
import deskHeaderStyles from './desk-header.module.css'
import type { PartProps } from './part.types.ts'

/** A part that cannot be fetched says so; the page it would lie over stays. */
const orMissing = (part: Promise<ComponentType<PartProps>>) =>
  part.then(
    (found) => ({ default: found }),
    () => ({ default: MissingPart }),
  )

const fetchSearch = () => import('../search/search-sheet.tsx').then(({ SearchSheet }) => SearchSheet)
const fetchTheme = () => import('../theme/theme-sheet.tsx').then(({ ThemeSheet }) => ThemeSheet)
const fetchKeys = () => import('../shortcuts/keys-sheet.tsx').then(({ KeysSheet }) => KeysSheet)

const parts = {
  nav: NavDrawer,
  search: lazy(() => orMissing(fetchSearch())),
  theme: lazy(() => orMissing(fetchTheme())),
  keys: lazy(() => orMissing(fetchKeys())),
}

/** When the page has long been there: what lies over it also opens when the network is gone. */
const fetchAfterMs = 3000

function DeskParts() {
  const [open, setOpen] = useAtom(openPartAtom)
  useEffect(() => {
    const fetchAll = () => void fetchInTurn([fetchSearch, fetchTheme, fetchKeys], onStill)
    const timer = setTimeout(fetchAll, fetchAfterMs)
    return () => {
      clearTimeout(timer)
      setOpen('none')
    }
  }, [setOpen])
  const setLookedFor = useSetAtom(searchTextAtom)
  useEffect(() => (open === 'none' ? setLookedFor('') : undefined), [open, setLookedFor])
  if (open === 'none') return null
  const Part = parts[open]
  return (
    <Suspense fallback={null}>
      <Part onClose={() => setOpen('none')} />
    </Suspense>
  )
}

function MissingPart({ onClose }: PartProps) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('crash.gone')} onClose={onClose} size="narrow">
      <p>{t('crash.goneHint')}</p>
    </Sheet>
  )
}

function DeskHeader() {
  const { t } = useTranslation('frame')
  const [open, setOpen] = useAtom(openPartAtom)
  return (
    <header className={`${layout.bar} ${deskHeaderStyles.bar}`}>
      <button
        type="button"
        className={deskHeaderStyles.menu}
        aria-label={t('nav.open')}
        aria-haspopup="dialog"
        aria-expanded={open === 'nav'}
        onClick={() => setOpen('nav')}
      >
        <MenuIcon />
      </button>
      <Link to="/" className={layout.home}>
        <SchoolMark />
      </Link>
      <SchoolSwitcher />
      <span className={deskHeaderStyles.tools}>
        <button
          type="button"
          className={deskHeaderStyles.search}
          aria-label={t('search.open')}
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K"
          onClick={() => setOpen('search')}
        >
          <SearchIcon />
          <span className={deskHeaderStyles.searchText}>{t('search.open')}</span>
          <kbd className={deskHeaderStyles.key} aria-hidden="true">
            /
          </kbd>
        </button>
        <SyncSlot />
        <span className={deskHeaderStyles.wide}>
          <ModeSwitch />
          <LanguageSwitch />
        </span>
        <ProfileMenu />
      </span>
    </header>
  )
}

/** Mantine's parts follow the size that a person has chosen (`--control`, desk-frame.module.css), whatever size a screen asks for. */
const sizes = createTheme({
  components: {
    Button: { vars: () => ({ root: { '--button-height': 'var(--control)' } }) },
    Input: { vars: () => ({ wrapper: { '--input-height': 'var(--control)', '--input-size': 'var(--control)' } }) },
  },
})

/** The frame of a desk: where one can go at the side, who one is and what one looks for at the top. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const theme = useAtomValue(themeAtom)
  useShortcuts()
  useEffect(() => {
    void resumeDeskWork()
    const forget = () =>
      void import('#client/platform/offline/forget-erased.ts').then(({ forgetErased }) => forgetErased())
    forget()
    addEventListener('online', forget)
    return () => removeEventListener('online', forget)
  }, [])
  const frame = (
    <div
      className={`${layout.page} ${css.page}`}
      data-collapsed={theme.layout.sideNavCollapse || undefined}
      data-nav={theme.navMode}
      data-control={theme.controlSize}
      data-density={theme.density}
      data-expand={theme.panelExpand || undefined}
      data-bordered={theme.cardBordered || undefined}
    >
      <a href="#main" className={layout.skip}>
        {t('skip')}
      </a>
      <DeskHeader />
      <div className={css.columns}>
        {theme.navSplit ? <SplitNav /> : <SideNav isCollapsed={theme.layout.sideNavCollapse} />}
        <div className={`${layout.page} ${css.content}`}>
          <Breadcrumbs />
          <MainPart id="main" tabIndex={-1} className={layout.main}>
            {children}
          </MainPart>
          <Footer />
        </div>
      </div>
      <DeskParts />
    </div>
  )
  return (
    <Mantine>
      {theme.controlSize === 'md' ? frame : <MantineThemeProvider theme={sizes}>{frame}</MantineThemeProvider>}
    </Mantine>
  )
}
