// chunk: hardware-sheet
import { type ReactNode, useId } from 'react'
import css from './panel.module.css'

/** One step of setting a device up: what it is, its choices, its trial. */
export function Panel({ no, title, children }: { no: number; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        <span className={css.no} aria-hidden="true">
          {no}
        </span>
        {title}
      </h3>
      {children}
    </section>
  )
}
