import type { ReactNode } from 'react'
import css from './entry-card.module.css'

/** The one thing on an entry page: its question, a line of help, the form, and the way elsewhere. */
export function EntryCard({ mark, title, lead, children, elsewhere }: EntryCardProps) {
  return (
    <section className={css.card}>
      {mark}
      <h1 className={css.title}>{title}</h1>
      {lead && <p className={css.lead}>{lead}</p>}
      {children && <div className={css.body}>{children}</div>}
      {elsewhere && <div className={css.elsewhere}>{elsewhere}</div>}
    </section>
  )
}

interface EntryCardProps {
  /** A sign above the title. */
  mark?: ReactNode
  title: string
  lead?: ReactNode
  children?: ReactNode
  elsewhere?: ReactNode
}
