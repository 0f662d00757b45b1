import type { Page } from '@playwright/test'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { demoSchool } from '#tests/support/served/served-school-demo.ts'

for (const { code, lng, dir, turn } of byTurns('alnoor')) {
  test(
    `${code}: after one visit the app starts without a network, in both languages`,
    turn,
    async ({ served, visit }) => {
      const school = demoSchool(code)
      const say = speak(lng)
      const { page, context } = await visit(served.origin(code), { worker: true })
      await page.goto('/sign-in')
      await readyOffline(page)
      // What the school looks like is kept with the first use after the worker has taken over.
      await page.reload()
      await page.close()
      await context.setOffline(true)

      const cold = await context.newPage()
      await cold.goto('/pos-sign-in')
      await expect(cold.getByRole('heading', { level: 1, name: say('identity.sign-in:pos.title') })).toBeVisible()
      await expect(cold.locator('html')).toHaveAttribute('dir', dir)
      await expect(cold.getByRole('banner')).toContainText(school.name[lng])
      expect(
        await cold.evaluate(() => [...document.images].filter((image) => !image.naturalWidth).map(({ src }) => src)),
      ).toEqual([])

      const other = lng === 'ar' ? 'en' : 'ar'
      await cold.getByRole('button', { name: other === 'ar' ? 'العربية' : 'English' }).click()
      await expect(
        cold.getByRole('heading', { level: 1, name: speak(other)('identity.sign-in:pos.title') }),
      ).toBeVisible()
      await cold.goto('/sign-in')
      await expect(cold.getByRole('heading', { level: 1, name: speak(other)('identity.sign-in:title') })).toBeVisible()
      if (other === 'ar') await expectArabicFont(cold)

      await fillSignIn(cold, speak(other), 'head', 'whatever')
      await expect(cold.getByRole('alert')).toContainText(speak(other)('errors:L000'))
      await context.setOffline(false)
    },
  )
}

async function expectArabicFont(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  )
  expect(loaded.join()).toMatch(/vazirmatn/i)
}
