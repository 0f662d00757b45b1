// chunk: desk-frame
import { Link } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { type SyntheticEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { PersonIcon } from '#client/ui/icons/action-icons.tsx'
import { KeyboardIcon, PaletteIcon } from '#client/ui/icons/frame-icons.tsx'
import { SignOutIcon } from '#client/ui/icons/place-icons.tsx'
import { openPartAtom } from '../desk/desk.atoms.ts'
import { LanguageSwitch, ModeSwitch } from '../layout/switches.tsx'
import { signOutOnThisDevice } from '../sign-out.ts'
import css from './profile-menu.module.css'

/** Without a network there may be no picture: the initial behind it shows. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.hidden = true
}

/** Who is signed in and as what; their own pages, and the way out. The browser's own popover: Escape and a tap beside it close it. */
export function ProfileMenu() {
  const { t } = useTranslation(['frame', 'common'])
  const pick = useBilingual()
  const { user } = useAtomValue(sessionAtom)
  const setOpen = useSetAtom(openPartAtom)
  const menu = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const name = user ? pick(user.name) : ''
  const close = () => menu.current?.hidePopover()
  const open = (part: 'theme' | 'keys') => {
    close()
    setOpen(part)
  }
  return (
    <>
      <button type="button" className={css.opener} popoverTarget={menuId} aria-label={t('frame:menu.open', { name })}>
        {/* A picture and no word: what is read aloud and what is spoken to is the name. */}
        <span className={css.face} data-initial={[...name][0]} aria-hidden="true">
          {user?.avatar && <img src={user.avatar} alt="" onError={hide} />}
        </span>
        <span className={css.name}>
          <bdi>{name}</bdi>
        </span>
      </button>
      <div ref={menu} id={menuId} popover="auto" className={css.menu} data-autoclose>
        <p className={css.who}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className={css.roles}>
            {user?.authority.map((role) => t(`frame:role.${role}`)).join(t('frame:comma'))}
          </span>
        </p>
        <Link to="/profile" className={css.item} onClick={close}>
          <PersonIcon /> {t('frame:place.profile')}
        </Link>
        <button type="button" className={css.item} onClick={() => open('theme')}>
          <PaletteIcon /> {t('frame:theme.title')}
        </button>
        <button type="button" className={css.item} onClick={() => open('keys')}>
          <KeyboardIcon /> {t('frame:keys.title')}
        </button>
        <div className={css.narrow}>
          <ModeSwitch />
          <LanguageSwitch />
        </div>
        <button type="button" className={css.item} data-last onClick={() => void signOutOnThisDevice()}>
          <SignOutIcon /> {t('common:signOut')}
        </button>
      </div>
    </>
  )
}
