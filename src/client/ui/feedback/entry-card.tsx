// chunk: bits
import type { ReactNode } from 'react'
import css from './entry-card.module.css'

/** The one thing on an entry page: its question, a line of help, the form, and the way elsewhere. */
export function EntryCard({ mark, title, isPersonal, lead, children, elsewhere }: EntryCardProps) {
  return (
    <section className={css.card}>
      {mark}
      <h1 className={css.title} data-personal={isPersonal}>
        {title}
      </h1>
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
  /** The title is somebody's name: it stays out of the tab and the browser's history. */
  isPersonal?: boolean
  lead?: ReactNode
  children?: ReactNode
  elsewhere?: ReactNode
}
