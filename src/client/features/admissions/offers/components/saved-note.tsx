import { type ReactNode, useEffect, useRef } from 'react'
import css from './offer-section.module.css'

/** Says that something was done, and takes the focus: what was pressed may be gone. */
export function SavedNote({ children }: { children: ReactNode }) {
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <p ref={said} role="status" tabIndex={-1} className={css.done}>
      {children}
    </p>
  )
}
