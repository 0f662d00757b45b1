// chunk: settle
import { onIdle } from './first-use.ts'

/** Nobody has scrolled for this long: they read. */
const stillMs = 500
/** The longest wait: what the page needs without a network is fetched even while a person scrolls for minutes. */
const longestScrollMs = 60_000

/** Resolves with an idle moment in which nobody is scrolling, or after so long. A frame of a list that moves has no time to spare. */
export async function onStill(longestMs = longestScrollMs): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(still)
      clearTimeout(longest)
      document.removeEventListener('scroll', wait, true)
      resolve()
    }
    const wait = () => {
      clearTimeout(still)
      still = setTimeout(end, stillMs)
    }
    let still = setTimeout(end, stillMs)
    const longest = setTimeout(end, longestMs)
    // Also of boxes that scroll within the page: their events don't bubble.
    document.addEventListener('scroll', wait, { capture: true, passive: true })
  })
  await onIdle()
}
