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
/** So many groups out of sight may stay drawn while others come; more of them are taken away beside those. */
const mostLeaving = 5

/** Draws a group, or makes one empty line of this height of it. */
type Put = (element: Element, awayHeight: number | undefined) => void

/** Draws one group in each frame, and takes one away in each in which none comes. */
function putInTurn(put: Put) {
  const coming = new Set<Element>()
  const leaving = new Map<Element, number>()
  let isAsked = false
  const askForFrame = () => {
    if (isAsked || coming.size + leaving.size === 0) return
    isAsked = true
    requestAnimationFrame(nextFrame)
  }
  const nextFrame = () => {
    isAsked = false
    const [comes] = coming
    const [leaves] = leaving
    if (comes) {
      coming.delete(comes)
      put(comes, undefined)
    }
    if (leaves && (!comes || leaving.size > mostLeaving)) {
      const [element, height] = leaves
      leaving.delete(element)
      if (!element.contains(document.activeElement)) put(element, height)
    }
    askForFrame()
  }
  const forget = (element: Element) => {
    coming.delete(element)
    leaving.delete(element)
  }
  return {
    forget,
    draw: (element: Element) => {
      coming.add(element)
      askForFrame()
    },
    takeAway: (element: Element, height: number) => {
      leaving.set(element, height)
      askForFrame()
    },
  }
}

/**
 * Which groups of a long list are drawn: those near the window. What comes near is drawn group by group, one in each frame, so
 * that no frame has many lines to make; what is in the window already, at once. What goes far away leaves in frames of its own.
 */
export function watchRows(): RowWatch {
  const groups = new Map<Element, Group>()
  let rowHeight = usualRow
  const put: Put = (element, awayHeight) => {
    const group = groups.get(element)
    if (!group || group.isDrawn === (awayHeight === undefined)) return
    group.isDrawn = awayHeight === undefined
    group.show(awayHeight)
  }
  const turns = putInTurn(put)
  const judge = ({
    target,
    isIntersecting,
    boundingClientRect: { top, bottom, height },
  }: IntersectionObserverEntry) => {
    const group = groups.get(target)
    if (!group) return
    if (group.isDrawn && height > 0) rowHeight = height / group.rows
    turns.forget(target)
    if (isIntersecting && bottom > 0 && top < innerHeight) put(target, undefined)
    else if (isIntersecting || group.stays) {
      if (!group.isDrawn) turns.draw(target)
    } else if (group.isDrawn) turns.takeAway(target, height)
  }
  const observer = new IntersectionObserver((entries) => entries.forEach(judge), { rootMargin: near })
  return {
    watch: (element, group) => {
      groups.set(element, group)
      observer.observe(element)
      return () => {
        groups.delete(element)
        turns.forget(element)
        observer.unobserve(element)
      }
    },
    guess: (rows) => rows * rowHeight,
  }
}
