// chunk: frame
import type { ReactNode } from 'react'
import css from './action-button.module.css'

interface ActionButtonProps {
  children: ReactNode
  /** Stays in place, says that it works on it, and takes no second click. */
  isWorking?: boolean
}

/** The one main action of a form on a page that must open fast: Mantine's button weighs 5 KB more. */
export const ActionButton = ({ children, isWorking = false }: ActionButtonProps) => (
  <button type="submit" className={css.action} aria-disabled={isWorking} aria-busy={isWorking}>
    {children}
  </button>
)
