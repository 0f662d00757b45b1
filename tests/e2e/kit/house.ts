import { expect, type Locator, type Page } from '@playwright/test'
import { axeFindings } from '#tests/support/checks/axe.ts'
import type { Language } from '#tests/support/checks/words.ts'

/** Texts that are really keys nobody has written words for: `pos.till:pay.open`, `pay.open`. */
export function keysShown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    // Commands and addresses of a guide look like keys.
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('code')) texts.push(node.textContent ?? '')
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
    }
    const isKey = /^[a-z][\w-]*(:[\w-]+(\.[\w-]+)*|(\.[a-z][\w-]*)+)$/i
    // A list of what was brought in names files.
    const isFile = /\.(csv|xlsx|png|jpg|pdf)$/i
    return texts.map((text) => text.trim()).filter((text) => isKey.test(text) && !isFile.test(text))
  })
}

/** What must hold on every screen. */
export async function expectGoodHouse(page: Page, lng: Language, where: string): Promise<void> {
  // A screen is drawn in slices, below its bar: with its title it is there.
  await expect(page.locator('h1:not(.first-paint *)').first(), where).toBeAttached()
  const html = page.locator('html')
  await expect.soft(html, where).toHaveAttribute('lang', lng)
  await expect.soft(html, where).toHaveAttribute('dir', lng === 'ar' ? 'rtl' : 'ltr')
  expect.soft(await keysShown(page), `keys without words: ${where}`).toEqual([])
  expect.soft(await axeFindings(page), `axe: ${where}`).toEqual([])
  expect.soft(await nativeControls(page), `in the browser's own blue: ${where}`).toEqual([])
}

/** Boxes to tick that keep the browser's colour, and search fields that keep its small cross. */
function nativeControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cross = '::-webkit-search-cancel-button'
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const styled = rules.flatMap((rule) =>
      rule instanceof CSSStyleRule && rule.selectorText.endsWith(cross)
        ? rule.selectorText.slice(0, -cross.length)
        : [],
    )
    return [...document.querySelectorAll('input')].flatMap((input) => {
      const { accentColor, appearance } = getComputedStyle(input)
      const isTick = ['checkbox', 'radio'].includes(input.type) && appearance !== 'none'
      const isNative =
        (isTick && accentColor === 'auto') ||
        (input.type === 'search' && !styled.some((selector) => input.matches(selector)))
      return isNative && input.checkVisibility() ? [`${input.type} ${input.name || input.ariaLabel}`] : []
    })
  })
}

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
] as const

/** Asks for pictures of everything that is looked at: `SHOTS=folder npm run e2e -- house`. */
const shots = process.env.SHOTS

/** The same screen in the hand, on a tablet held both ways and on a desk: everything fits. */
export async function expectFits(page: Page, lng: Language, where: string): Promise<void> {
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    const name = `${size.width}×${size.height}`
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    if (shots) {
      await page.waitForTimeout(300)
      const file = `${where.replaceAll(/[^a-z0-9]+/gi, '-')}-${lng}-${size.width}.png`
      await page.screenshot({ path: `${shots}/${file}`, fullPage: true })
    }
    expect.soft(await sticksOut(page), `does not fit: ${where}, ${name}`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

/**
 * Elements that reach over a side of the window, and words in the bar that are cut. Only a row of buttons (`nav`) may be
 * pushed sideways; what is only read aloud does not count.
 */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const mayReachOut = (element: Element): boolean => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box)
        if (overflowX === 'hidden' || overflowX === 'clip') return true
        if (overflowX !== 'visible' && box.localName === 'nav') return true
      }
      return false
    }
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return (
        width > 1 &&
        (left < -1 || right > innerWidth + 1) &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !mayReachOut(element)
      )
    })
    const cut = [...document.querySelectorAll('header *')].filter(
      (element) =>
        !element.closest('main, dialog') &&
        element.clientWidth > 1 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.scrollHeight > element.clientHeight + 1 &&
        getComputedStyle(element).overflowY !== 'visible',
    )
    const name = ({ localName, className, textContent }: Element) =>
      `${localName}.${className} ${textContent.slice(0, 30)}`
    return [...wide.map((element) => `wide: ${name(element)}`), ...cut.map((element) => `cut: ${name(element)}`)]
  })
}

/** Interactive elements that a finger would miss: smaller than 44 × 44 CSS pixels, `name 40×44`. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // What still grows into its place is measured when it stands there. A spinner never does.
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
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

/** Words that begin on one line and end on another, or are cut by the button they stand on; at a hyphen a word may be parted. */
export const brokenWords = (texts: Locator): Promise<string[]> =>
  texts.evaluateAll((all) =>
    all.flatMap((element) => {
      const broken: string[] = []
      const button = element.closest('button')?.getBoundingClientRect()
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[^\s\-/]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const { left, right } = range.getBoundingClientRect()
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1 || (button && (left < button.left || right > button.right))) broken.push(word)
        }
      }
      return broken
    }),
  )
