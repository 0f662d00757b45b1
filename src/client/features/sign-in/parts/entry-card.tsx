import type { ReactNode } from 'react'
import css from './entry-card.module.css'

/** The one thing on an entry page: its question, a line of help, the form, and the way elsewhere. */
export function EntryCard({ title, lead, children, elsewhere }: EntryCardProps) {
  return (
    <section className={css.card}>
      <h1 className={css.title}>{title}</h1>
      {lead && <p className={css.lead}>{lead}</p>}
      <div className={css.body}>{children}</div>
      {elsewhere && <p className={css.elsewhere}>{elsewhere}</p>}
    </section>
  )
}

interface EntryCardProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  elsewhere?: ReactNode
}
