import { Link, useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { SignOutIcon } from '#client/ui/icons/place-icons.tsx'
import { SchoolMark } from '../school-mark.tsx'
import { signOutOnThisDevice } from '../sign-out.ts'
import { SyncSlot } from '../sync-slot.tsx'
import frame from './app-frame.module.css'
import css from './app-header.module.css'
import { LanguageSwitch, ModeSwitch } from './switches.tsx'

export function AppHeader() {
  const { t } = useTranslation()
  const pick = useBilingual()
  const { user } = useAtomValue(sessionAtom)
  const { pathname } = useLocation()
  return (
    // At the till every line of pixels counts: the bar is lower there.
    <header className={pathname === '/pos' ? `${frame.bar} ${css.compact}` : frame.bar}>
      <Link to="/" className={frame.home}>
        <SchoolMark />
      </Link>
      <SyncSlot />
      <span className={css.tools}>
        {user && (
          <span className={css.person}>
            <bdi>{pick(user.name)}</bdi>
          </span>
        )}
        <ModeSwitch />
        <LanguageSwitch />
        <button type="button" className={css.signOut} onClick={() => void signOutOnThisDevice()}>
          <SignOutIcon />
          <span className={css.signOutText}>{t('signOut')}</span>
        </button>
      </span>
    </header>
  )
}
