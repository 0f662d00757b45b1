import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { openOwnEnquiry } from '#tests/support/records/officer.ts'
import { speak } from '#tests/support/records/person.ts'

async function drawSignature(page: Page) {
  const box = await page.locator('svg[role=img]').boundingBox()
  if (!box) throw new Error('there is no box to sign in')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.2, 0.6))
  await page.mouse.down()
  for (const [x, y] of [
    [0.3, 0.3],
    [0.4, 0.7],
    [0.6, 0.4],
    [0.8, 0.6],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 4 })
  }
  await page.mouse.up()
}

for (const { code, lng, turn } of byTurns('manara')) {
  const say = speak(lng)

  test(
    `${code}: a guardian decides without a network, is received, and withdraws by the same link`,
    turn,
    async ({ served, visit }) => {
      // Two people, three devices and four sizes: longer than one journey.
      test.slow()
      const email = `guardian-${lng}@home.example`
      const { page, context } = await visit(served.origin(code), { worker: true })
      const officer = (await visit(served.origin(code))).page
      await openOwnEnquiry(page, officer, code, lng)
      await officer.getByRole('button', { name: say('students.family:consent.ask') }).click()
      await officer.getByLabel(say('students.family:subject'), { exact: true }).fill('Sara Al Mana')
      await officer.getByLabel(say('students.family:guardian')).fill('هند المناعي')
      await officer.getByLabel(say('students.family:email'), { exact: true }).fill(email)
      await expectGoodHouse(officer, lng, 'ask for consent')
      await expectFits(officer, lng, 'ask for consent')
      await officer.getByRole('button', { name: say('students.family:send') }).click()
      await expect(officer.getByText(say('students.family:consent.state.waiting'))).toBeVisible()
      const mail = await (await openMailbox(served, code)).latest(email, 'consent-link')
      expect(mail).toMatchObject({ language: lng })

      await page.goto(mail.links[0] ?? '')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Sara Al Mana')
      await expect(page).toHaveURL(/\/consent\/open$/)
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await page.getByRole('button', { name: say('consents:save') }).click()
      await expect(page.getByText(say('consents:problem.choose'))).toBeVisible()
      await page
        .getByRole('radio', { name: say('consents:agree') })
        .nth(0)
        .check()
      await page
        .getByRole('radio', { name: say('consents:disagree') })
        .nth(1)
        .check()
      await page.getByRole('button', { name: say('consents:save') }).click()
      await expect(page.getByText(say('consents:problem.sign'))).toBeVisible()
      await page.getByLabel(say('link:signature.name')).fill('Hind\u202e')
      await expect(page.getByText(say('link:signature.hidden'))).toBeVisible()
      await page.getByRole('button', { name: say('consents:save') }).click()
      await expect(page.getByLabel(say('link:signature.name'))).toBeFocused()
      await page.getByLabel(say('link:signature.name')).fill('Hind')
      // On the device within a second.
      await page.waitForTimeout(1000)
      await page.reload()
      await expect(page.getByLabel(say('link:signature.name'))).toHaveValue('Hind')
      await expect(page.getByRole('radio', { name: say('consents:agree') }).nth(0)).toBeChecked()
      await page.getByRole('radio', { name: say('link:signature.drawn') }).check()
      await drawSignature(page)
      await page.waitForTimeout(1000)
      await page.reload()
      await expect(page.getByRole('img', { name: say('link:signature.there') })).toBeVisible()
      await expectGoodHouse(page, lng, 'consent')
      await expectFits(page, lng, 'consent')

      await context.setOffline(true)
      await page.getByRole('button', { name: say('consents:save') }).click()
      await expect(page.getByText(say('consents:state.saved'))).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByText(say('consents:state.received'))).toBeVisible({ timeout: 60_000 })
      await page.reload()
      await expect(page.getByRole('heading', { name: say('consents:decided') })).toBeVisible()
      await expectGoodHouse(page, lng, 'consent decided')
      await expectFits(page, lng, 'consent decided')
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: say('consents:pdf') }).click()
      expect((await readFile(await (await saving).path())).subarray(0, 5).toString()).toBe('%PDF-')

      // The link of the mail opens what this device has seen, also without a network.
      await readyOffline(page)
      await context.setOffline(true)
      await page.goto(mail.links[0] ?? '')
      await expect(page.getByText(say('consents:offline'))).toBeVisible()
      await expect(page.getByRole('heading', { name: say('consents:decided') })).toBeVisible()
      await context.setOffline(false)

      await page.getByRole('button', { name: say('consents:withdraw') }).click()
      await page.getByRole('button', { name: say('consents:yesWithdraw') }).click()
      await expect(page.getByText(say('consents:state.received'))).toBeVisible({ timeout: 60_000 })
      await expect(page.locator('li[data-agrees=false]')).toHaveCount(2)
      await officer.reload()
      await expect(officer.locator('li[data-state=answered]')).toBeVisible()
      await officer.locator('li[data-state=answered] summary').click()
      await expect(officer.locator('li[data-state=answered] polyline')).toHaveCount(1)
      await expectGoodHouse(officer, lng, 'consent seen by staff')
      await expectFits(officer, lng, 'consent seen by staff')

      for (const path of ['/consent/of-another-school', '/consent/a/b', '/consent', '/consent/open']) {
        await page.goto(path)
        const isBare = path === '/consent' || path === '/consent/open'
        await expect(
          page.getByRole('heading', { level: 1, name: say(isBare ? 'link:none' : 'link:over') }),
        ).toBeVisible()
      }
      await expectGoodHouse(page, lng, 'consent link over')
      await expectFits(page, lng, 'consent link over')
    },
  )
}
