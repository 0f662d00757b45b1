// chunk: account-steps
import { type ReactNode, useEffect, useRef } from 'react'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import css from './done-card.module.css'

/** It has worked, and this is the way on. Takes the focus, so that it is read aloud where a form was before. */
export function DoneCard({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const tick = (
    <span className={css.tick}>
      <CheckIcon size={28} />
    </span>
  )
  return (
    <div ref={box} role="status" tabIndex={-1} className={css.done}>
      <EntryCard mark={tick} title={title} lead={lead}>
        {children && <div className={css.on}>{children}</div>}
      </EntryCard>
    </div>
  )
}
