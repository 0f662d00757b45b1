// chunk: settle
import type { AnyRouter } from '@tanstack/react-router'
import { inLanguage } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '../session/school.atoms.ts'
import { store } from '../store.ts'
import { watchForUpdates } from './app-update.ts'
import { recordRouteKey } from './route-key.ts'
import { watchUnknownAddresses } from './unknown-address.ts'

const byKeyboard = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * Nobody who goes by keyboard or by ear is thrown back to the top. When what has the focus is taken away (a step of a form, a
 * removed row, the link that was followed), the focus goes to the title of what stands there now, or, where only a part has
 * changed, to the nearest place in it that is left. A new page also gets its title into the tab.
 */
function keepFocus(router: AnyRouter): void {
  /** What had the focus last, then all that it stood in, from the inside to the outside. */
  let trail: Element[] = []
  let isLost = false
  const remember = () => {
    trail = trailOf(document.activeElement)
    isLost = false
  }
  const look = () => {
    nameTab()
    // At the till the scanner types wherever the focus is: nothing may come under it by itself.
    if (location.pathname === '/pos') return
    if (trail[0]?.isConnected === false) isLost = true
    if (!isLost || document.activeElement !== document.body) return
    const place = placeIn(trail)
    if (place) settle(place)
  }
  document.addEventListener('focusin', remember)
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const { activeElement } = document
    // Where the new page has taken the focus itself, it stays.
    if (!fromLocation || !pathChanged || activeElement?.closest('main')) return
    if (activeElement instanceof HTMLElement) activeElement.blur()
    trail = trailOf(document.body)
    isLost = true
    look()
  })
  if (document.activeElement !== document.body) remember()
  look()
}

/** The browser writes the names of tabs into its history: a title that names a person (`data-personal`) stays out of it. */
function nameTab(): void {
  const title = document.querySelector('h1:not([data-personal])')?.textContent
  const school = store.get(schoolAtom)?.name
  const name = [title, school && inLanguage(school, document.documentElement.lang)].filter(Boolean).join(' · ')
  if (name !== '' && document.title !== name) document.title = name
}

function trailOf(element: Element | null): Element[] {
  const trail: Element[] = []
  for (let box = element; box; box = box.parentElement) trail.push(box)
  return trail
}

/** Undefined until there is one: what is being fetched comes with a later change. */
function placeIn(trail: readonly Element[]): HTMLElement | undefined {
  for (const box of trail) {
    if (!box.isConnected || !(box instanceof HTMLElement)) continue
    const place = box.querySelector('h1') ?? (box.hasAttribute('tabindex') ? box : reachableIn(box))
    if (place) return place
  }
  return undefined
}

/** Outside of `<main>` nothing stands for what was lost: there only a title will do. */
const reachableIn = (box: HTMLElement): HTMLElement | undefined =>
  box.closest('main, dialog')
    ? [...box.querySelectorAll<HTMLElement>(byKeyboard)].find(
        (each) => each.tabIndex >= 0 && each.getClientRects().length > 0,
      )
    : undefined

function settle(place: HTMLElement): void {
  if (place.localName === 'h1') place.tabIndex = -1
  // Coming back to a page leads to the line that was left (scroll-memory.ts).
  place.focus({ preventScroll: true })
}

/** What a page needs once it is there, and nobody waits for. A release that does not start is replaced all the same. */
export function runAfterLoad(started: Promise<AnyRouter>, isStaffPath: (path: string) => Promise<boolean>): void {
  const follow = (router: AnyRouter): void => {
    keepFocus(router)
    recordRouteKey(router)
    watchUnknownAddresses(router, isStaffPath)
  }
  void started.then(follow, () => undefined)
  void started.finally(() => void watchForUpdates().catch(() => undefined)).catch(() => undefined)
}
