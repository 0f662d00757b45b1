import { type ReactNode, useEffect, useId, useRef } from 'react'
import css from './dialog.module.css'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Buttons at the end of the dialog; it has no cross, so one of them must close it. */
  actions: ReactNode
  /** In pixels, never more than the window has. */
  width?: number
  height?: number
}

/**
 * The browser's own modal dialog: it traps the focus, closes by Escape and gives the focus back, without a library and
 * without the `<style>` tag that scroll locks write. Closing takes 150 ms.
 */
export function Dialog({ title, isOpen, onClose, children, actions, width = 520, height }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (isOpen && !element?.open) element?.showModal()
    if (!isOpen) element?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={titleId}
      style={{ inlineSize: width, blockSize: height }}
      onCancel={(event) => {
        // That of a file chooser inside comes through here as well, and closes nothing.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      // The event comes late: by then the dialog may be open again.
      onClose={() => isOpen && !dialog.current?.open && onClose()}
    >
      <h2 id={titleId} className={css.title}>
        {title}
      </h2>
      <div className={css.body}>{children}</div>
      <div className={css.actions}>{actions}</div>
    </dialog>
  )
}
