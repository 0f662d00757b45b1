import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds on the page as it stands, one line per element: rule, place, why. Where only the colours have changed
 * since the last look, `contrast` alone is asked, which is ten times as fast.
 */
export async function axeFindings(page: Page, look: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // Half-faded elements have no contrast of their own.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0))))
  const axe = new AxeBuilder({ page })
  const { violations } = await (look === 'all' ? axe.withTags(tags) : axe.withRules(['color-contrast'])).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
    ),
  )
}
