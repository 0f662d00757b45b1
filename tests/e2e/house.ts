import { expect, type Page } from '@playwright/test'
import { axeFindings } from '#tests/support/axe.ts'
import type { Language } from '#tests/support/words.ts'

/** What the product may keep in browser storage; everything else belongs into the device's database. */
const allowedKeys = /^(session|theme|school|i18nextLng|school-id|client-id|device-canary:[a-z0-9-]+)$/

/** Texts that are really keys nobody has written words for: `till:pay.open`, `pay.open`. */
export function keysShown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node.textContent ?? '')
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
    }
    const isKey = /^[a-z][\w-]*(:[\w-]+(\.[\w-]+)*|(\.[a-z][\w-]*)+)$/i
    return texts.map((text) => text.trim()).filter((text) => isKey.test(text))
  })
}

/** What must hold on every screen. */
export async function expectGoodHouse(page: Page, lng: Language, where: string): Promise<void> {
  const html = page.locator('html')
  await expect.soft(html, where).toHaveAttribute('lang', lng)
  await expect.soft(html, where).toHaveAttribute('dir', lng === 'ar' ? 'rtl' : 'ltr')
  expect.soft(await keysShown(page), `keys without words: ${where}`).toEqual([])
  expect.soft(await axeFindings(page), `axe: ${where}`).toEqual([])
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect
    .soft(
      keys.filter((key) => !allowedKeys.test(key)),
      `browser storage: ${where}`,
    )
    .toEqual([])
}

/** Interactive elements that a finger would miss: smaller than 44 × 44 CSS pixels, `name 40×44`. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    const found = (dialog ?? document).querySelectorAll<HTMLElement>('button, a[href], input, select, [role=button]')
    return [...found].flatMap((element) => {
      // A radio button or a box is pressed by its label.
      const target = (element as HTMLInputElement).labels?.[0]?.contains(element) ? element.closest('label') : element
      const { width, height, bottom } = (target ?? element).getBoundingClientRect()
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      // A link that waits out of sight for the keyboard is no target for a finger.
      if (!isShown || bottom <= 0 || width <= 1 || (width >= 44 && height >= 44)) return []
      return [`${element.getAttribute('aria-label') ?? element.textContent} ${Math.round(width)}×${Math.round(height)}`]
    })
  })
}
