import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

for (const { code, lng, turn } of byTurns('alnoor')) {
  const say = speak(lng)

  test(
    `${code}: cash for a pupil’s account is taken at the desk without a network, and its receipt becomes final`,
    turn,
    async ({ served, visit }) => {
      const { page, context } = await visit(served.origin(code), { worker: true })
      const { userName, password } = signInOf(demoSchool(code), 'finance')
      await page.goto(inLanguage('/sign-in', lng))
      await fillSignIn(page, say, userName, password)
      await page.waitForURL('**/dashboard')
      const words = (key: string) => say(`pos.pupil-accounts:${key}`)
      const press = (key: string) => page.getByRole('button', { name: words(key), exact: true }).click()

      await page.goto('/pos/CustomerAccountSummary')
      const first = page.getByRole('row').nth(1).getByRole('button')
      await first.click()
      await expect(page.getByRole('dialog')).toContainText(words('statement.balance'))
      await readyOffline(page)
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(words('kept.asOf').split('{{')[0] ?? '').first()).toBeVisible()

      await first.click()
      await press('money.open')
      await expect(page.getByRole('dialog')).toContainText(words('money.offline'))
      await page.getByRole('dialog').getByRole('textbox').fill('25')
      await expectFits(page, lng, 'cash for an account offline')
      await press('money.save.cash')
      const sheet = page.getByRole('dialog')
      await expect(sheet).toContainText(words('movement.keptText'))
      await expectGoodHouse(page, lng, 'a provisional receipt of an account')
      const provisional = /P-[2-9FKMRW]{6}-\d{4}/.exec((await sheet.textContent()) ?? '')?.[0] ?? ''
      expect(provisional).not.toBe('')
      await press('movement.back')
      await expect(sheet).toContainText(words('kept.part'))
      await expectFits(page, lng, 'an account with cash that is kept')
      await page.reload()
      await expect(page.getByText(words('kept.waits'))).toHaveCount(1)

      await context.setOffline(false)
      await first.click()
      const final = page.getByRole('row').filter({ hasText: /ACC-\d{6}/ })
      await expect(page.getByText(words('kept.waits'))).toHaveCount(0, { timeout: 60_000 })
      await expect(final.first()).toBeVisible()
      await press('kept.show')
      await expect(sheet).toContainText(/ACC-\d{6}/)
      await expect(sheet).toContainText(provisional)
    },
  )
}
