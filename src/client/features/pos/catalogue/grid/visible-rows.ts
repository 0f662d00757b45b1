import { type RefObject, useEffect, useState } from 'react'

/** Height of a row in pixels: fixed, so that thousands need not be measured. */
export const rowHeight = 40
/** Rows drawn above and below what is seen. */
const spare = 10

/** Returns which rows of a scrolled box have to be drawn: those in sight and some around them. */
export function visibleRows(scrollTop: number, height: number, count: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - spare)
  return { first, end: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + spare) }
}

/** Follows the scrolling of a box. */
export function useVisibleRows(box: RefObject<HTMLElement | null>, count: number) {
  const [rows, setRows] = useState(() => visibleRows(0, 800, count))
  useEffect(() => {
    const element = box.current
    if (!element) return
    const update = () => {
      const next = visibleRows(element.scrollTop, element.clientHeight, count)
      setRows((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    update()
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [box, count])
  return rows
}
