import type { ReactNode } from 'react'
import css from './pad-columns.module.css'

/** What is asked on one side, the pad that answers on the other; one under the other where it is narrow. */
export function PadColumns({ children, pad }: { children: ReactNode; pad: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.side}>{children}</div>
      {pad}
    </div>
  )
}
