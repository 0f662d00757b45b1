import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { openOwnEnquiry } from '#tests/support/records/officer.ts'
import { speak } from '#tests/support/records/person.ts'

const at = (page: Page, key: string) => page.locator(`[id="field-${key}"]`)

/** Few choices lie open, many are a list. */
async function chooseFirst(page: Page, key: string) {
  const field = at(page, key)
  await field.waitFor()
  if ((await field.locator('input').count()) > 0) await field.locator('input').first().check()
  else await field.selectOption({ index: 1 })
}

for (const { code, lng, turn } of byTurns('manara')) {
  const say = speak(lng)

  test(
    `${code}: a criteria form is sent by staff, begun on one device, gone on with on another and handed in once`,
    turn,
    async ({ served, visit }) => {
      // Two people, three devices and four sizes: longer than one journey.
      test.slow()
      const email = `criteria-${lng}@home.example`
      const { page } = await visit(served.origin(code))
      const officer = (await visit(served.origin(code))).page
      await openOwnEnquiry(page, officer, code, lng)
      await officer.getByRole('button', { name: say('students.family:criteria.ask') }).click()
      await officer.getByLabel(say('students.family:email'), { exact: true }).fill(email)
      await officer.getByRole('button', { name: say('students.family:send') }).click()
      await expect(officer.getByText(say('students.family:criteria.state.waiting'))).toBeVisible()
      const mail = await (await openMailbox(served, code)).latest(email, 'criteria-link')
      const link = mail.links[0] ?? ''

      await page.goto(link)
      await at(page, 'writer_name').fill('Hind Al Mana')
      await expect(page).toHaveURL(/\/criteria\/criteria-child\/[0-9a-f-]{36}$/)
      await expect(page.getByText(say('link:criteria.kept'))).toBeVisible()
      await expectGoodHouse(page, lng, 'criteria')
      await expectFits(page, lng, 'criteria')

      const other = await visit(served.origin(code))
      await other.page.goto(link)
      await expect(at(other.page, 'writer_name')).toHaveValue('Hind Al Mana')
      await at(other.page, 'child_name').fill('سارة المناعي')
      await at(other.page, 'has_sibling').locator('input').last().check()
      await chooseFirst(other.page, 'curriculum')
      await other.page.getByRole('button', { name: say('forms:next'), exact: true }).click()
      await chooseFirst(other.page, 'language_home')
      await other.page.getByRole('button', { name: say('forms:next'), exact: true }).click()
      await expect(other.page.getByRole('heading', { level: 2, name: say('forms:review.title') })).toBeVisible()
      await other.context.setOffline(true)
      await other.page.getByRole('button', { name: say('forms:send'), exact: true }).click()
      await expect(other.page.getByText(say('link:criteria.offline'))).toBeVisible()
      await other.context.setOffline(false)
      await other.page.getByRole('button', { name: say('forms:send'), exact: true }).click()
      await expect(other.page.getByRole('heading', { level: 1, name: say('link:criteria.done') })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: say('link:criteria.done') })).toBeVisible()
      await expectGoodHouse(page, lng, 'criteria done')

      await page.goto(link.replace(/token=.*/, 'token=of-another-school'))
      await expect(page.getByRole('heading', { level: 1, name: say('link:over') })).toBeVisible()
      await page.goto('/criteria/criteria-child/nobody')
      await expect(page.getByRole('heading', { level: 1, name: say('link:none') })).toBeVisible()
      await expectGoodHouse(page, lng, 'criteria link over')
      await expectFits(page, lng, 'criteria link over')
    },
  )
}
