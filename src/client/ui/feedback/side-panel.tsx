// chunk: desk-frame
import { type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { CloseIcon } from '../icons/action-icons.tsx'
import { Sheet } from './sheet.tsx'
import css from './side-panel.module.css'

interface SidePanelProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Stays in sight below the content: the buttons. */
  footer?: ReactNode
  /** Stands above the title where the panel is beside its list: the way to the rows before and after. */
  tools?: ReactNode
  /** It was opened to be read: the focus goes into it. Else it stays in the list, except where there is a field to fill in. */
  takesFocus?: boolean
}

const fields = 'input, select, textarea'
/** From here on a list has room for a panel beside it. */
const wide = '(min-width: 75rem)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Details of one row: beside its list where there is room, so that the list stays; a sheet over it elsewhere. Closes on Escape. Stands in a
 * `Beside` with the list.
 */
export function SidePanel(props: SidePanelProps) {
  const { title, onClose, children, footer } = props
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
  const [host] = useState(() => document.createElement('div'))
  const place = useCallback((box: HTMLElement | null) => box?.append(host), [host])
  return (
    <>
      {isWide ? (
        <Panel {...props}>
          <div ref={place} />
        </Panel>
      ) : (
        <Sheet title={title} onClose={onClose} size="wide" footer={footer}>
          <div ref={place} />
        </Sheet>
      )}
      {/* Moved between the two as it stands: a window that changes its width takes nothing that was typed. */}
      {createPortal(<Suspense>{children}</Suspense>, host)}
    </>
  )
}
function Panel({ title, onClose, children, footer, tools, takesFocus = false }: SidePanelProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const openedFrom = document.activeElement
    const first = panel.current?.querySelector<HTMLElement>(takesFocus ? 'button:not(:disabled), a[href]' : fields)
    first?.focus({ preventScroll: true })
    return () => {
      if (openedFrom instanceof HTMLElement && openedFrom.isConnected) openedFrom.focus({ preventScroll: true })
    }
  }, [takesFocus])
  useEffect(() => {
    // At the window, after all that stands in it has heard the key.
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && panel.current?.contains(event.target)
      if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return
      event.preventDefault()
      onClose()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <aside ref={panel} className={css.panel} aria-labelledby={titleId}>
      {tools && <div className={css.tools}>{tools}</div>}
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        <button type="button" className={css.close} aria-label={t('close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <div className={css.body}>{children}</div>
      {footer && <div className={css.foot}>{footer}</div>}
    </aside>
  )
}

/** A list, and what is open of it beside. */
export const Beside = ({ children, panel }: { children: ReactNode; panel: ReactNode }) => (
  <div className={css.beside}>
    <div className={css.list} data-column="list">
      {children}
    </div>
    {panel}
  </div>
)
