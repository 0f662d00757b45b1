// chunk: family
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, use, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { isFamily } from '#client/platform/session/entry-path.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { icon } from '#client/ui/icons/icon.tsx'
import { Footer } from '../layout/footer.tsx'
import { MainPart } from '../layout/main-part.tsx'
import { LanguageSwitch, ModeSwitch } from '../layout/switches.tsx'
import { SchoolMark } from '../school-mark.tsx'
import { signOutOnThisDevice } from '../sign-out.ts'
import css from './family-layout.module.css'

const AppLayout = lazy(() => import('../layout/app-layout.tsx').then((it) => ({ default: it.AppLayout })))

/** What a signed-in person sees around pages that a token opens: a family its own frame, everybody else the app's. */
export function SignedInLayout() {
  const { user } = useAtomValue(sessionAtom)
  const { pathname } = useLocation()
  return isFamily(user?.authority) || pathname.startsWith('/family') ? <FamilyLayout /> : <AppLayout />
}

const HouseIcon = icon(<path d="M4 11l8-6.5 8 6.5v8a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />)
const ChildrenIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.2" />
    <path d="M3.5 19c0-3.6 2.4-5.5 5.5-5.5s5.5 1.9 5.5 5.5" />
    <circle cx="17" cy="10.5" r="2.4" />
    <path d="M16.5 14.5c2.6 0 4.2 1.600 4.2 4.5" />
  </>,
)
const WalletIcon = icon(
  <path d="M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H5.5A1.5 1.5 0 0 1 4 6.5 2 2 0 0 1 6 4.5h10.5V8M16 13.7h.01" />,
)
const MessagesIcon = icon(
  <path d="M4 6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5v9a1.5 1.5 0 0 1-1.5 1.5H11l-4.5 3.5V17h-1A1.5 1.5 0 0 1 4 15.5z" />,
)

const places = [
  ['home', '', HouseIcon],
  ['children', 'children', ChildrenIcon],
  ['pay', 'pay', WalletIcon],
  ['messages', 'messages', MessagesIcon],
] as const

let words: Promise<void> | undefined

/** The frame of a signed-in family: the school at the top, its four pages within reach of a thumb, its own account behind its initial. */
function FamilyLayout() {
  words ??= loadWords('overview.family')
  use(words)
  const { t } = useTranslation(['overview.family', 'common'])
  return (
    <div className={css.page}>
      <a href="#main" className={css.skip}>
        {t('common:skip')}
      </a>
      <header className={css.bar}>
        <Link to="/family/$" params={{ _splat: '' }} className={css.mark}>
          <SchoolMark />
        </Link>
        <span className={css.tools}>
          <span className={css.wide}>
            <ModeSwitch />
          </span>
          <LanguageSwitch />
          <Account />
        </span>
      </header>
      <FamilyNav />
      <MainPart id="main" tabIndex={-1} className={css.main}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </MainPart>
      <Footer />
    </div>
  )
}

function FamilyNav() {
  const { t } = useTranslation('overview.family')
  const { pathname } = useLocation()
  const [, at] = /^\/family\/?([a-z]*)/.exec(pathname) ?? []
  return (
    <nav className={css.nav} aria-label={t('nav.label')}>
      {places.map(([name, path, Icon]) => (
        <Link
          key={name}
          to="/family/$"
          params={{ _splat: path }}
          className={css.place}
          activeOptions={{ exact: true }}
          aria-current={at === path ? 'page' : undefined}
        >
          <Icon size={24} />
          {t(`nav.${name}`)}
        </Link>
      ))}
    </nav>
  )
}

function Account() {
  const { t } = useTranslation('overview.family')
  const pick = useBilingual()
  const { user } = useAtomValue(sessionAtom)
  const menu = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const name = user ? pick(user.name) : ''
  return (
    <>
      <button type="button" className={css.opener} popoverTarget={menuId} aria-label={`${t('account')}: ${name}`}>
        <span className={css.face} aria-hidden="true">
          {[...name][0]}
        </span>
      </button>
      <div ref={menu} id={menuId} popover="auto" className={css.menu}>
        <p className={css.who}>
          <bdi>{name}</bdi>
        </p>
        <Link to="/profile" className={css.item} onClick={() => menu.current?.hidePopover()}>
          {t('profile')}
        </Link>
        <div className={`${css.item} ${css.narrow}`}>
          <ModeSwitch />
        </div>
        <button type="button" className={css.item} onClick={() => void signOutOnThisDevice()}>
          {t('signOut')}
        </button>
      </div>
    </>
  )
}
