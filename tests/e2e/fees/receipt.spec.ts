import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { billChild, billedChild } from '#tests/support/fees/served-fees.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

for (const { code, lng, turn } of byTurns('manara')) {
  const say = speak(lng)

  test(
    `${code}: cash for fees is taken without a network, and its receipt becomes final`,
    turn,
    async ({ served, visit }) => {
      await billChild(served, code)
      const { page, context } = await visit(served.origin(code), { worker: true })
      const { userName, password } = signInOf(demoSchool(code), 'finance')
      await page.goto(inLanguage('/sign-in', lng))
      await fillSignIn(page, say, userName, password)
      await page.waitForURL('**/dashboard')
      const inOrder = async (where: string) => {
        await expectGoodHouse(page, lng, where)
        await expectFits(page, lng, where)
      }

      await page.goto('/fees')
      await page.getByLabel(say('fees.overview:filter.text')).fill(billedChild.admissionNo)
      const child = page.getByRole('row').filter({ hasText: billedChild.admissionNo })
      await expect(child).toContainText(billedChild.name[lng])
      await inOrder('fees')
      await child.getByRole('link').click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(billedChild.name[lng])
      await inOrder('fees of a child')
      await page
        .getByRole('main')
        .getByRole('link', { name: say('fees.desk:account.receive') })
        .click()
      await expect(page.getByText(say('fees.desk:receipt.none'))).toBeVisible()
      await inOrder('receipts of a child')

      await readyOffline(page)
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(say('students:lastData').split('{{')[0] ?? '')).toBeVisible()
      await page.getByLabel(say('fees.desk:take.amount')).fill('100')
      await page.getByRole('button', { name: say('fees.desk:take.record') }).click()
      const paper = page.getByRole('article').first()
      for (const each of ['en', 'ar'] as const)
        await expect(paper).toContainText(speak(each)('fees.desk:paper.provisional'))
      const provisional = /P-[2-9FKMRW]{6}-\d{4}/.exec((await paper.textContent()) ?? '')?.[0] ?? ''
      expect(provisional).not.toBe('')
      await expect(page.getByText(say('fees.desk:receipt.state.waits'))).toHaveCount(1)
      await page.reload()
      await expect(page.getByText(say('fees.desk:receipt.state.waits'))).toHaveCount(1)

      await context.setOffline(false)
      const final = page.getByRole('listitem').filter({ hasText: /C-\d{4}-\d{6}/ })
      await expect(final.first()).toContainText(provisional, { timeout: 60_000 })
      await expect(page.getByText(say('fees.desk:receipt.state.waits'))).toHaveCount(0)
      await final
        .first()
        .getByRole('button', { name: say('fees.desk:receipt.show') })
        .click()
      await expect(paper).toContainText(/C-\d{4}-\d{6}/)
      await expectGoodHouse(page, lng, 'a final receipt')

      await page.getByLabel(say('fees.desk:take.amount')).fill('50')
      await page.getByRole('button', { name: say('fees.desk:take.record') }).click()
      await expect(page.getByRole('listitem').filter({ hasText: /C-\d{4}-\d{6}/ })).toHaveCount(2)
      await expect(page.getByText(say('fees.desk:session.none'))).toHaveCount(1)
    },
  )
}
