import type { ReactNode } from 'react'
import common from '#client/ui/common.module.css'
import facts from '#client/ui/tables/facts.module.css'
import css from './status-screen.module.css'

/** One part of the page: its facts, and what stands below them. */
export const Section = ({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) => (
  <section className={css.section}>
    <h2 className={common.heading}>{title}</h2>
    <dl className={facts.facts}>{children}</dl>
    {below}
  </section>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
