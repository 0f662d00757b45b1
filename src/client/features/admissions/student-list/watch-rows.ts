/** Told when its group is to be drawn (undefined), or to be one empty line of this height in pixels. */
type Show = (awayHeight: number | undefined) => void

interface Group {
  rows: number
  show: Show
  isDrawn: boolean
  /** Of the first page, which is always drawn: anyone who looks for a word in the page finds it. */
  stays: boolean
}

export interface RowWatch {
  /** Follows a group until the answer is called. */
  watch(element: Element, group: Group): () => void
  /** How high so many rows will be, in pixels, by those that have been drawn. */
  guess(rows: number): number
}

/** How far from the window rows are still drawn: a quick turn of the wheel, or a few presses of Tab. */
const near = '1200px 0px'
const usualRow = 44

/**
 * Which groups of a long list are drawn: those near the window. What comes near is drawn group by group, one in each frame, so
 * that no frame has many lines to make; what is in the window already, at once.
 */
export function watchRows(): RowWatch {
  const groups = new Map<Element, Group>()
  const waiting = new Set<Element>()
  let rowHeight = usualRow
  const put = (element: Element, awayHeight: number | undefined) => {
    const group = groups.get(element)
    if (!group || group.isDrawn === (awayHeight === undefined)) return
    group.isDrawn = awayHeight === undefined
    group.show(awayHeight)
  }
  const drawNext = () => {
    for (const element of waiting) {
      waiting.delete(element)
      put(element, undefined)
      break
    }
    if (waiting.size > 0) requestAnimationFrame(drawNext)
  }
  const wait = (element: Element) => {
    if (waiting.size === 0) requestAnimationFrame(drawNext)
    waiting.add(element)
  }
  const judge = ({
    target,
    isIntersecting,
    boundingClientRect: { top, bottom, height },
  }: IntersectionObserverEntry) => {
    const group = groups.get(target)
    if (!group) return
    if (group.isDrawn && height > 0) rowHeight = height / group.rows
    if (isIntersecting && bottom > 0 && top < innerHeight) put(target, undefined)
    else if (isIntersecting || group.stays) {
      if (!group.isDrawn) wait(target)
    } else if (!target.contains(document.activeElement)) {
      waiting.delete(target)
      put(target, height)
    }
  }
  const observer = new IntersectionObserver((entries) => entries.forEach(judge), { rootMargin: near })
  return {
    watch: (element, group) => {
      groups.set(element, group)
      observer.observe(element)
      return () => {
        groups.delete(element)
        waiting.delete(element)
        observer.unobserve(element)
      }
    },
    guess: (rows) => rows * rowHeight,
  }
}
