// chunk: desk-frame
import type { ReactNode } from 'react'
import css from './filter-bar.module.css'

/** The fields that narrow a list, side by side; on a phone one below the other. `label` says what is looked for. */
export const FilterBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className={css.bar} aria-label={label}>
    {children}
  </search>
)
