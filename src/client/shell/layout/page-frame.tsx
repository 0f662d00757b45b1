import type { ReactNode } from 'react'
import css from './page-frame.module.css'

interface PageFrameProps {
  /** The page's title, or an element of the page's own that holds its first heading. */
  header?: ReactNode
  /** Between header and content, e.g. how far a form has come. */
  extraHeader?: ReactNode
  /**
   * `default`: one column to read and write in · `gutterless`: the same without room at its sides · `contained`: as wide
   * as the window up to a limit, for what needs it.
   */
  container?: 'default' | 'gutterless' | 'contained'
  /** Below the content, above the footer that the layout has. */
  footer?: ReactNode
  children: ReactNode
}

/** The parts of a page inside its layout. Plain elements only, for pages that must open fast. */
export const PageFrame = ({ header, extraHeader, container = 'default', footer, children }: PageFrameProps) => (
  <div className={css.page} data-container={container}>
    {header !== undefined && (
      <div className={css.header}>{typeof header === 'string' ? <h1 className={css.title}>{header}</h1> : header}</div>
    )}
    {extraHeader !== undefined && <div className={css.header}>{extraHeader}</div>}
    {children}
    {footer !== undefined && <div className={css.footer}>{footer}</div>}
  </div>
)
