import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds on the page as it stands, one line per element: rule, place, why. Where only the colours have changed
 * since the last look, `contrast` alone is asked, which is ten times as fast.
 *
 * Axe is brought into each document once and judges there. Its own package for Playwright brings it in at every look, and
 * once more in a second page for what frames say: the pages here have no frames, and that page costs more than the look.
 */
export async function axeFindings(page: Page, look: 'all' | 'contrast' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async (only) => {
      // Half-faded elements have no contrast of their own.
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0)))
      if (document.querySelector('iframe, frame')) throw new Error('axe does not look into frames')
      // What stands half under a sticky header only does so where the page happens to be scrolled to.
      const [left, top] = [scrollX, scrollY]
      scrollTo(0, 0)
      const { axe } = globalThis as unknown as { axe: typeof Axe }
      const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] })
      scrollTo(left, top)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
        ),
      )
    },
    look === 'all' ? { type: 'tag' as const, values: tags } : { type: 'rule' as const, values: ['color-contrast'] },
  )
}
