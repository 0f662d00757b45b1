// chunk: frame
/** Anyone who only reads has looked at the page for this long; what it needs without a network is kept for them too. */
const readingMs = 10_000

let used: Promise<void> | undefined

/**
 * Resolves when somebody begins to use the page, puts it away, or has looked at it for a while. For what need not be done
 * before: on a slow phone it would stand between the first paint and the first key.
 */
export function onFirstUse(): Promise<void> {
  used ??= new Promise((resolve) => {
    const begin = () => resolve()
    for (const sign of ['pointerdown', 'keydown', 'visibilitychange', 'pagehide'])
      addEventListener(sign, begin, { once: true, capture: true })
    setTimeout(begin, readingMs)
  })
  return used
}

/** Resolves when the page has a moment that no frame needs, or after so long. Safari has no idle callback. */
export const onIdle = (longestMs = 1000) =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: longestMs })
    else setTimeout(resolve, 100)
  })

/** Fetches what will be needed, one part after the other and each in a task of its own: no key waits for them together. */
export async function fetchInTurn(parts: readonly (() => Promise<unknown>)[], moment = onIdle): Promise<void> {
  for (const part of parts) {
    await moment()
    await part().catch(() => undefined)
  }
}
