import type { Page } from '@playwright/test'

/** What a person does at a page: presses of a pointer, choices from a list, and keys that act. */
export interface Acts {
  count: () => number
}

/** The page tells of each act; Playwright answers it under this name. */
type Told = typeof globalThis & { tellAct?: (what: string) => Promise<void> }

/**
 * Counts what a person does at this page from its next address on: each press of a pointer, each choice from a list, and each key
 * that acts: Enter and Space, and a letter outside of a field. Typing, Tab and arrows are no acts.
 */
export async function countActs(page: Page): Promise<Acts> {
  let count = 0
  await page.exposeFunction('tellAct', () => {
    count += 1
  })
  await page.addInitScript(() => {
    const tell = (what: string) => void (globalThis as Told).tellAct?.(what)
    const isField = (target: EventTarget | null) =>
      target instanceof Element && target.closest('input, textarea, select') !== null
    // A key that presses a button makes a click too, without a pointer: it is counted as the key.
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && tell('click'), true)
    addEventListener('change', (event) => event.target instanceof HTMLSelectElement && tell('choice'), true)
    addEventListener(
      'keydown',
      (event) => {
        const isLetter = event.code.startsWith('Key') && !isField(event.target)
        const isPress = event.key === 'Enter' || (event.key === ' ' && !isField(event.target))
        if (event.isTrusted && (isLetter || isPress)) tell(event.code)
      },
      true,
    )
  })
  return { count: () => count }
}
