// chunk: desk-frame
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { InlineNotice } from '../feedback/inline-notice.tsx'
import css from './printed-sheet.module.css'
import { Printout } from './printout.tsx'

interface PrintedSheetProps {
  label: string
  words: { print: string; close: string; cannotPrint: string }
  onClose: () => void
  /** Awaited before the printer is asked: counts the copies. */
  beforePrint?: (() => Promise<unknown>) | undefined
  /** Further buttons, between printing and closing. */
  actions?: ReactNode
  /** The paper: shown here, and given to the printer. */
  children: ReactNode
}

/** A paper on the screen and for the printer, with the ways to print and to close it. It takes the focus. */
export function PrintedSheet({ label, words, onClose, beforePrint, actions, children }: PrintedSheetProps) {
  const [hasFailed, setFailed] = useState(false)
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const [isWorking, setWorking] = useState(false)
  const onPrint = async () => {
    setWorking(true)
    try {
      await beforePrint?.()
      print()
      setFailed(false)
    } catch {
      setFailed(true)
    } finally {
      setWorking(false)
    }
  }
  return (
    <section ref={section} tabIndex={-1} aria-label={label} className={css.sheet}>
      {children}
      {hasFailed && <InlineNotice tone="problem">{words.cannotPrint}</InlineNotice>}
      <div className={css.actions}>
        <Button kind="main" isWorking={isWorking} onClick={() => void onPrint()}>
          {words.print}
        </Button>
        {actions}
        <Button onClick={onClose}>{words.close}</Button>
      </div>
      <Printout>{children}</Printout>
    </section>
  )
}
