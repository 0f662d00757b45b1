import type { Page } from '@playwright/test'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { Enquirer, families, openEnquiry } from '#tests/support/records/family.ts'
import { speak } from '#tests/support/records/person.ts'

const reference = /[2-9FKMRW]{4}-[2-9FKMRW]{4}/

async function expectReceived(page: Page, lng: 'en' | 'ar') {
  const say = speak(lng)
  await expect(page.getByRole('heading', { level: 1, name: say('forms:thanks.title.complete') })).toBeVisible()
  await expect(page.getByText(reference)).toBeVisible()
}

for (const { code, lng, turn } of byTurns('manara')) {
  const say = speak(lng)
  const family = families[lng]

  test(
    `${code}: an enquiry takes a family less than 75 seconds, one page and at most 8 answers`,
    turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      const fonts: string[] = []
      page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()))
      await page.setViewportSize({ width: 390, height: 844 })
      await openEnquiry(page, lng)
      // One for who reads Arabic, none for who reads English.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(fonts).toHaveLength(lng === 'ar' ? 1 : 0)
      await expect(page.locator('[id="field-parent_name"]')).toBeVisible()
      expect(await page.locator('[aria-required="true"]:visible').count()).toBeLessThanOrEqual(9) // a date has three inputs
      // On a slow phone, opening storage would stand between the first paint and the first key.
      const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('error-summary')),
      )
      expect(await kept()).not.toContain(`forms-${code}`)
      const enquirer = new Enquirer(page)
      await enquirer.fill(family)
      await expect.poll(kept).toContain(`forms-${code}`)
      await enquirer.send(say)
      await expectReceived(page, lng)
      expect(enquirer.spent).toBeLessThan(75)
    },
  )

  test(
    `${code}: without a network it is saved here and said to be no more, and goes by itself later`,
    turn,
    async ({ served, visit }) => {
      const { page, context } = await visit(served.origin(code), { worker: true })
      await openEnquiry(page, lng)
      await readyOffline(page)
      await page.reload()
      await page.locator('form').waitFor()
      const enquirer = new Enquirer(page)
      await enquirer.fill(family)
      await context.setOffline(true)
      await enquirer.send(say)
      await expect(page.getByRole('heading', { level: 1, name: say('forms:thanks.title.saved') })).toBeVisible()
      await expect(page.getByText(reference)).toHaveCount(0)
      await page.close()

      const later = await context.newPage()
      await later.goto('/enquiry/new')
      await expect(later.locator('form')).toBeVisible()
      await expect(later.locator('[id="field-parent_name"]')).toHaveValue('')
      // The one that waits is told of, so that nobody sends it twice.
      await expect(later.getByText(say('forms:sent.more'))).toBeVisible()
      await later.getByRole('link', { name: say('forms:sent.open') }).click()
      await expect(later.getByRole('heading', { level: 1, name: say('forms:thanks.title.saved') })).toBeVisible()
      await context.setOffline(false)
      await later.getByRole('button', { name: say('forms:thanks.sendNow') }).click()
      await expectReceived(later, lng)

      // Sent, it may be taken out of the sight of the person who uses this browser next.
      await later.goto('/enquiry/new')
      await later.getByRole('button', { name: say('forms:sent.hide') }).click()
      await expect(later.getByText(say('forms:sent.more'))).toHaveCount(0)
      await later.reload()
      await expect(later.locator('form')).toBeVisible()
      await later.locator('[id="field-parent_name"]').fill('Hind')
      await expect(later.getByText(say('forms:sent.more'))).toHaveCount(0)
    },
  )

  test(
    `${code}: what was typed is there again after the tab is gone, and in the other language`,
    turn,
    async ({ served, visit }) => {
      const other = lng === 'ar' ? 'en' : 'ar'
      const { page, context } = await visit(served.origin(code))
      await openEnquiry(page, lng)
      await new Enquirer(page).fill(family)
      await page.getByRole('button', { name: other === 'ar' ? 'العربية' : 'English' }).click()
      await expect(page.getByRole('button', { name: speak(other)('forms:send'), exact: true })).toBeVisible()
      await expect(page.locator('[id="field-parent_name"]')).toHaveValue(family.parent)
      await expect(page.getByText(speak(other)('forms:keeping.kept'))).toBeVisible()
      await page.close()
      const again = await context.newPage()
      await again.goto('/enquiry/new')
      await expect(again.getByText(speak(other)('forms:found'))).toBeVisible()
      await expect(again.locator('[id="field-children-0-name"]')).toHaveValue(family.child)
      await expect(again.locator('[id="field-children-0-grade"]')).toHaveValue(family.grade)
      await again.getByRole('button', { name: speak(other)('forms:afresh') }).click()
      await expect(again.locator('[id="field-parent_name"]')).toHaveValue('')
    },
  )
}

test('what is missing is said above the form and at each field, and goes as it is put right', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  await openEnquiry(page, 'en')
  await page.getByRole('button', { name: say('forms:send'), exact: true }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toBeFocused()
  await expect(alert.getByRole('button')).toHaveCount(7)
  await alert.getByRole('button').first().click()
  const name = page.locator('[id="field-parent_name"]')
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('Hind')
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await expect(alert.getByRole('button')).toHaveCount(6)
  await name.fill('<script>alert(1)</script>')
  await page.getByRole('button', { name: say('forms:send'), exact: true }).click()
  await expect(page.getByText(say('forms:problem.markup')).first()).toBeVisible()
})

test('two children share an enquiry, and one can be taken out again', async ({ served, visit }) => {
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  await openEnquiry(page, 'en')
  await new Enquirer(page).fill(families.en)
  await page.getByRole('button', { name: say('forms:add', { item: 'Child' }) }).click()
  await page.locator('[id="field-children-1-name"]').fill('Ali')
  await page.getByRole('button', { name: say('forms:remove', { item: 'Child', no: 1 }) }).click()
  await expect(page.locator('[id="field-children-0-name"]')).toHaveValue('Ali')
  await expect(page.locator('[id="field-children-1-name"]')).toHaveCount(0)
})

test('an address of no form says so, and offers nothing that can not help', async ({ served, visit }) => {
  for (const lng of ['en', 'ar'] as const) {
    const say = speak(lng)
    const { page } = await visit(served.origin('alnoor'))
    await page.goto(`/enquiryform/nothing?lng=${lng}`)
    await expect(page.getByRole('heading', { level: 1, name: say('forms:none') })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(say('errors:form.unknown'))
    await expect(page.getByRole('button', { name: say('forms:again') })).toHaveCount(0)
  }
})
