import type { ReactNode } from 'react'
import css from './gate.module.css'

/** Before the till is there: one thing to say, and what to do about it. */
export function Gate({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <section className={css.gate}>
      <h1 className={css.title}>{title}</h1>
      <div className={css.text}>{children}</div>
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  )
}
