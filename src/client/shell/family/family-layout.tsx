// chunk: family
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { Suspense, use, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Footer } from '../layout/footer.tsx'
import { MainPart } from '../layout/main-part.tsx'
import { LanguageSwitch, ModeSwitch } from '../layout/switches.tsx'
import { SchoolMark } from '../school-mark.tsx'
import { signOutOnThisDevice } from '../sign-out.ts'
import css from './family-layout.module.css'
import { ChildrenIcon, HouseIcon, MessagesIcon, WalletIcon } from './family-icons.tsx'

const places = [
  ['home', '', HouseIcon],
  ['children', 'children', ChildrenIcon],
  ['pay', 'pay', WalletIcon],
  ['messages', 'messages', MessagesIcon],
] as const

let words: Promise<void> | undefined

/** The frame of a signed-in family: the school at the top, its four pages within reach of a thumb, its own account behind its initial. */
export function FamilyLayout() {
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
