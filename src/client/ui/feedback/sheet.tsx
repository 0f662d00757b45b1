// chunk: screen
import { type ReactNode, Suspense, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon } from '../icons/action-icons.tsx'
import css from './sheet.module.css'

interface SheetProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Stays in sight below the content: the buttons. */
  footer?: ReactNode
  size?: 'narrow' | 'middle' | 'wide'
  /** False while something is under way that must not be left. */
  canClose?: boolean
}

/**
 * The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back to where it was.
 * Mark the element that should get the focus with `data-autofocus`. Never open one above another.
 */
export function Sheet({ title, onClose, children, footer, size = 'middle', canClose = true }: SheetProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isTakenDown = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    isTakenDown.current = false
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      isTakenDown.current = true
      element?.close()
    }
  }, [])
  // What is inside comes through here as well, a file chooser that was cancelled too, and closes nothing.
  const leave = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    if (canClose) onClose()
  }
  return (
    // A click on the dialog itself is one beside its content: the backdrop. The keyboard has Escape for that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the keyboard's way
    <dialog
      ref={dialog}
      className={css.sheet}
      data-size={size}
      data-modal-content
      aria-labelledby={titleId}
      onCancel={leave}
      // Browsers close at a second Escape without asking. The event comes late: by then React may have taken the dialog
      // down, or put it up again after hiding the page for a moment, and neither is a person's wish.
      onClose={() => !isTakenDown.current && !dialog.current?.open && onClose()}
      onClick={leave}
    >
      <div className={css.frame}>
        <div className={css.head}>
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
          {canClose && (
            <button type="button" className={css.close} aria-label={t('close')} onClick={onClose}>
              <CloseIcon />
            </button>
          )}
        </div>
        {/* What is still fetched for it hides this much and no more: not what was opened from, which gets the focus back. */}
        <div className={css.body}>
          <Suspense>{children}</Suspense>
        </div>
        {footer && <div className={css.foot}>{footer}</div>}
      </div>
    </dialog>
  )
}
