// chunk: desk-frame
import { type ReactNode, use, useEffect, useRef } from 'react'
import css from './page-tabs.module.css'
import { PageInside } from './tables/page-inside.ts'

interface PageTabsProps {
  /** What these pages are about, for screen readers. */
  label: string
  /** One `<li>` with a link for each page. */
  children: ReactNode
}

/** The way from one page to those beside it, as a row above the page; nothing on a page inside another one. */
export function PageTabs({ label, children }: PageTabsProps) {
  const row = useRef<HTMLElement>(null)
  const isInside = use(PageInside) !== null
  // On a phone the row is wider than the window: the open page's link must be in sight.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  if (isInside) return null
  return (
    <nav ref={row} className={css.nav} aria-label={label}>
      <ul className={css.tabs}>{children}</ul>
    </nav>
  )
}
