import { Link } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { MenuIcon } from '#client/ui/icons/action-icons.tsx'
import { SearchIcon } from '#client/ui/icons/place-icons.tsx'
import frame from '../layout/app-frame.module.css'
import { LanguageSwitch, ModeSwitch } from '../layout/switches.tsx'
import { SchoolMark } from '../school-mark.tsx'
import { SyncSlot } from '../sync-slot.tsx'
import { ProfileMenu } from '../theme/profile-menu.tsx'
import { openPartAtom } from './desk.atoms.ts'
import css from './desk-header.module.css'

export function DeskHeader() {
  const { t } = useTranslation('frame')
  const [open, setOpen] = useAtom(openPartAtom)
  return (
    <header className={`${frame.bar} ${css.bar}`}>
      <button
        type="button"
        className={css.menu}
        aria-label={t('nav.open')}
        aria-haspopup="dialog"
        aria-expanded={open === 'nav'}
        onClick={() => setOpen('nav')}
      >
        <MenuIcon />
      </button>
      <Link to="/" className={frame.home}>
        <SchoolMark />
      </Link>
      <span className={css.tools}>
        <button
          type="button"
          className={css.search}
          aria-label={t('search.open')}
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K"
          onClick={() => setOpen('search')}
        >
          <SearchIcon />
          <span className={css.searchText}>{t('search.open')}</span>
          <kbd className={css.key} aria-hidden="true">
            /
          </kbd>
        </button>
        <SyncSlot />
        <span className={css.wide}>
          <ModeSwitch />
          <LanguageSwitch />
        </span>
        <ProfileMenu />
      </span>
    </header>
  )
}
