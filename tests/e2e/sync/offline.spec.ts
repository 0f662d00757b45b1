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
      // The logo was on the page before the worker: that fetches it once more.
      const logos = () => page.evaluate(async () => (await (await caches.open('branding')).keys()).length)
      await expect.poll(logos).toBeGreaterThan(0)
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

test('a first visit that is cut off shows words, never their keys, and goes on once the network is back', async ({
  served,
  visit,
}) => {
  const [en, ar] = [speak('en'), speak('ar')]
  const { page, context } = await visit(served.origin('alnoor'))
  await page.goto('/sign-in?lng=en')
  await expect(page.getByRole('heading', { level: 1, name: en('identity.sign-in:title') })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.getByRole('banner').getByRole('alert')).toHaveText(en('common:languageMissing'))
  await expect(page.getByRole('heading', { level: 1, name: en('identity.sign-in:title') })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')

  await page.getByRole('link', { name: en('identity.sign-in:noAccount.link') }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(en('common:crash.gone'))
  await page.getByRole('button', { name: en('common:crash.back') }).click()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { level: 1, name: ar('identity.sign-in:title') })).toBeVisible()
  await page.getByRole('link', { name: ar('identity.sign-in:noAccount.link') }).click()
  await expect(page.getByRole('heading', { level: 1, name: ar('identity.account:signUp.title') })).toBeVisible()
})

test('the language is changed without a network where the words of what is shown are there, whatever was left', async ({
  served,
  visit,
}) => {
  const [en, ar] = [speak('en'), speak('ar')]
  const { page, context } = await visit(served.origin('alnoor'))
  const signIn = (say: typeof en) => page.getByRole('heading', { level: 1, name: say('identity.sign-in:title') })
  await page.goto('/sign-in?lng=en')
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(signIn(ar)).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(signIn(en)).toBeVisible()
  await page.getByRole('link', { name: en('identity.sign-in:noAccount.link') }).click()
  await expect(page.getByRole('heading', { level: 1, name: en('identity.account:signUp.title') })).toBeVisible()
  await page.goBack()
  await expect(signIn(en)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(signIn(ar)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await context.setOffline(false)
  await page.getByRole('link', { name: ar('identity.sign-in:noAccount.link') }).click()
  await expect(page.getByRole('heading', { level: 1, name: ar('identity.account:signUp.title') })).toBeVisible()
})

async function expectArabicFont(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  )
  expect(loaded.join()).toMatch(/vazirmatn/i)
}
