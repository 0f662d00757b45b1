import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** How far a page was scrolled: the window by the name '', boxes by their `data-keeps-scroll`. */
type Places = ReadonlyMap<string, number>

/** Lists are asked for again on the way back, and a page is short until they have come; after this long it stays so. */
const patienceMs = 3000
/** Anyone who does one of these has taken over. */
const byHand = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Remembers where people had scrolled to on every page of this tab's history, so that Back and Forward lead to the line
 * that was left. In memory: the router's own way writes to the tab's storage. A reload is left to the browser.
 */
export function rememberScroll(router: AnyRouter): void {
  const left = new Map<string, Places>()
  let stop = () => undefined as void
  // Otherwise the browser would scroll the old page before the new one is drawn.
  const byUs = () => void (history.scrollRestoration = 'manual')
  byUs()
  addEventListener('pageshow', byUs)
  addEventListener('pagehide', () => void (history.scrollRestoration = 'auto'))
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    stop()
    if (fromLocation) left.set(keyOf(fromLocation), placesNow())
  })
  router.subscribe('onRendered', ({ toLocation }) => {
    const places = left.get(keyOf(toLocation))
    if (places) stop = comeBackTo(places)
  })
}

/** One entry of the history, also when the same address is visited twice. */
const keyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href

const boxes = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-keeps-scroll]')]

const placesNow = (): Places =>
  new Map([['', scrollY], ...boxes().map((box) => [box.dataset.keepsScroll ?? '', box.scrollTop] as const)])

/** Scrolls as far as the page has grown, frame by frame; answers how to end it. */
function comeBackTo(places: Places): () => void {
  const ending = new AbortController()
  const stop = () => ending.abort()
  for (const deed of byHand) addEventListener(deed, stop, { signal: ending.signal, passive: true })
  let firstAt: number | undefined
  const step = (now: number) => {
    firstAt ??= now
    if (ending.signal.aborted) return
    const wanted = [...places].filter(([name, top]) => !isThere(name, top))
    if (wanted.length === 0 || now > firstAt + patienceMs) return stop()
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  return stop
}

/** Scrolls the window or a box, and says whether it came all the way (to the pixel that the screen can show). */
function isThere(name: string, top: number): boolean {
  if (name === '') {
    scrollTo({ top })
    return Math.abs(scrollY - top) <= 1
  }
  const box = boxes().find(({ dataset }) => dataset.keepsScroll === name)
  if (!box) return top === 0
  box.scrollTop = top
  return Math.abs(box.scrollTop - top) <= 1
}
