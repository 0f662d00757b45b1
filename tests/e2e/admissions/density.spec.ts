import type { Page } from '@playwright/test'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { openedFile } from '#tests/e2e/kit/student-desk.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** Lines of the list that are wholly in sight, how high they are, and whether something reaches over a side of the window. */
const linesInSight = (page: Page) =>
  page.evaluate(() => {
    const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
    const boxes = [...document.querySelectorAll('tbody tr')].map((line) => line.getBoundingClientRect())
    const seen = boxes.filter(({ top, bottom }) => top >= head - 1 && bottom <= innerHeight + 1)
    return {
      count: seen.length,
      heights: [...new Set(seen.map(({ height }) => Math.round(height)))],
      isWider: document.documentElement.scrollWidth > innerWidth,
    }
  })

for (const { code, lng, turn } of byTurns('alnoor')) {
  const say = speak(lng)

  test(
    `${code}: fourteen students are in sight at 1440 × 900, under a head that stays, in either density`,
    turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      await page.setViewportSize({ width: 1440, height: 900 })
      const { userName, password } = signInOf(demoSchool(code), 'registrar')
      await page.goto(inLanguage('/sign-in?redirectUrl=%2Fdashboard', lng))
      await fillSignIn(page, say, userName, password)
      const names = page.getByRole('rowheader').getByRole('button')
      await expect(names.nth(20)).toBeAttached()
      const comfortable = await linesInSight(page)
      expect(comfortable).toMatchObject({ heights: [44], isWider: false })
      expect(comfortable.count).toBeGreaterThanOrEqual(14)

      await page.getByRole('button', { name: say('admissions.student-list:display.open'), exact: true }).click()
      await page.getByRole('radio', { name: say('admissions.student-list:display.densities.compact') }).check()
      await page.keyboard.press('Escape')
      const compact = await linesInSight(page)
      expect(compact).toMatchObject({ heights: [40], isWider: false })
      expect(compact.count).toBeGreaterThan(comfortable.count)

      await page.mouse.wheel(0, 1200)
      const head = page.locator('thead')
      await expect.poll(async () => page.evaluate(() => scrollY)).toBeGreaterThan(600)
      expect((await head.boundingBox())?.y).toBeLessThan(120)
      await page.mouse.wheel(0, -5000)

      // The list stays beside the file.
      await names.first().click()
      await expect(openedFile(page)).toBeVisible()
      for (const width of [1440, 1600]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await linesInSight(page), String(width)).toMatchObject({ heights: [40], isWider: false })
      }
    },
  )
}
