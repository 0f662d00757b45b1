// chunk: bits
import type { ReactNode } from 'react'
import css from './notice.module.css'

/** A page with one thing to say: what happened, what to do. */
export function Notice({ icon, title, children, actions }: NoticeProps) {
  return (
    <section className={css.notice}>
      <span className={css.icon}>{icon}</span>
      <h1 className={css.title}>{title}</h1>
      <div className={css.text}>{children}</div>
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  )
}

interface NoticeProps {
  icon: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
}
