// chunk: desk-frame
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import type { PartProps } from '../desk/part.types.ts'
import { scrollToCurrent } from '../desk/use-scroll-to-current.ts'
import css from './nav-drawer.module.css'
import { NavList } from './nav-list.tsx'

/** The same nav over the page, where there is no room beside it. */
export function NavDrawer({ onClose }: PartProps) {
  const { t } = useTranslation(['frame', 'common'])
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    if (element) scrollToCurrent(element)
    return () => element?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the keyboard's way
    <dialog
      ref={dialog}
      className={css.drawer}
      data-modal-content
      aria-label={t('frame:nav.label')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={css.inside}>
        <button type="button" className={css.close} aria-label={t('common:close')} onClick={onClose}>
          <CloseIcon />
        </button>
        <nav aria-label={t('frame:nav.label')}>
          <NavList isCollapsed={false} onGo={onClose} />
        </nav>
      </div>
    </dialog>
  )
}
