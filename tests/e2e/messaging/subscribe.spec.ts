import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { inLanguage, speak } from '#tests/support/records/person.ts'

for (const { code, lng, turn } of byTurns('alnoor')) {
  const say = speak(lng)

  test(
    `${code}: news are asked for, confirmed by mail and ended by the link in it`,
    turn,
    async ({ served, visit }) => {
      const email = `news-${lng}@home.example`
      const { page } = await visit(served.origin(code))
      const heading = (key: string) => page.getByRole('heading', { level: 1, name: say(key) })
      await page.goto(inLanguage('/admission-dates', lng))
      await page.getByRole('link', { name: say('admissions.dates:news') }).click()
      await page.getByLabel(say('messaging.subscribe:email')).fill('nobody')
      await page.keyboard.press('Enter')
      await expect(page.getByText(say('messaging.subscribe:bad'))).toBeVisible()
      await page.getByLabel(say('messaging.subscribe:email')).fill(email)
      await page.keyboard.press('Enter')
      await expect(heading('messaging.subscribe:sentTitle')).toBeVisible({ timeout: 60_000 })
      await expectGoodHouse(page, lng, 'subscribe sent')

      const mailbox = await openMailbox(served, code)
      const [toConfirm = ''] = (await mailbox.latest(email, 'subscribe-confirm')).links
      await page.goto(toConfirm)
      await expect(heading('messaging.subscribe:confirm.title')).toBeVisible()
      await expect(page).toHaveURL(/\/subscribe$/)
      await expectGoodHouse(page, lng, 'subscribe confirm')
      await expectFits(page, lng, 'subscribe confirm')
      await page.getByRole('button', { name: say('messaging.subscribe:confirm.submit') }).click()
      await expect(heading('messaging.subscribe:confirm.done')).toBeVisible()

      const [toEnd = ''] = (await mailbox.latest(email, 'subscribe-welcome')).links
      await page.goto(toEnd)
      await page.getByRole('button', { name: say('messaging.subscribe:end.submit') }).click()
      await expect(heading('messaging.subscribe:end.done')).toBeVisible()
      await expectGoodHouse(page, lng, 'subscribe ended')
      await page.goto('/subscribe')
      await page.goto(toEnd)
      await page.getByRole('button', { name: say('messaging.subscribe:end.submit') }).click()
      await expect(heading('link:over')).toBeVisible()
    },
  )
}
