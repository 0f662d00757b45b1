import { type RefObject, useEffect } from 'react'
import { useRouteKey } from './use-route-key.ts'

/** Scrolls a nav so far that the entry of the page that one is on is seen whole. */
export function scrollToCurrent(scroller: Element): void {
  const entry = scroller.querySelector('[data-current]')
  if (!entry) return
  const [outer, inner] = [scroller.getBoundingClientRect(), entry.getBoundingClientRect()]
  const isWhole = inner.top >= outer.top && inner.bottom <= outer.bottom
  if (!isWhole) scroller.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2
}

/** The same on every page, and whenever there is more or less room for it, or any at all. */
export function useScrollToCurrent(scroller: RefObject<Element | null>): void {
  const routeKey = useRouteKey()
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => scrollToCurrent(element))
    observer.observe(element)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another page has another entry
  }, [scroller, routeKey])
}
