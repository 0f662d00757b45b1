import type { Page } from '@playwright/test'
import { type AdmissionRules, admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { speak } from '#tests/support/records/person.ts'
import { openOffice } from '#tests/support/served/served-offers.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

type First = Pick<AdmissionRules, 'consentsFirst' | 'formsFirst'>

/** What the school asks for before an offer is signed. */
async function setFirst(served: Served, code: string, first: First) {
  const ask = schoolAsker(served, code)
  const { token } = await ask(login, signInOf(demoSchool(code), 'registrar'))
  const { rules, revision } = await ask(admissionRules, {}, token)
  await ask(setAdmissionRules, { rules: { ...rules, ...first }, revision }, token)
}

/** Fills in the school's criteria form, whose fields are its own. */
async function fillCriteria(page: Page, say: ReturnType<typeof speak>) {
  const at = (key: string) => page.locator(`[id="field-${key}"]`)
  await at('writer_name').fill('هند المناعي')
  await at('child_name').fill('سارة المناعي')
  await at('has_sibling').locator('input').last().check()
  await at('curriculum').selectOption({ index: 1 })
  await page.getByRole('button', { name: say('forms:next'), exact: true }).click()
  await at('language_home').selectOption({ index: 1 })
  await page.getByRole('button', { name: say('forms:next'), exact: true }).click()
  await page.getByRole('button', { name: say('forms:send'), exact: true }).click()
}

test('manara: a guardian answers a form and the consents before signing, and reads the letter in one language on a phone', async ({
  served,
  visit,
  putBack,
}) => {
  test.slow()
  const say = speak('ar')
  const office = await openOffice(served, 'manara')
  const signers = [{ name: 'هند المناعي', email: 'consent-first@home.example', language: 'ar' as const }]
  putBack(() => setFirst(served, 'manara', { consentsFirst: false, formsFirst: [] }))
  await setFirst(served, 'manara', { consentsFirst: true, formsFirst: [{ slug: 'criteria-child', grades: [] }] })
  const { links } = await office.offer({ letter: 'offer-letter', signers })
  const { page } = await visit(served.origin('manara'))
  await page.goto(links[0]?.replace(/lng=../, 'lng=ar') ?? '')
  const letter = page.getByRole('article')
  await expect(letter).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const both = letter.getByRole('checkbox', { name: say('admissions.offer:both') })
  await expect(both).not.toBeChecked()
  await expect(letter.getByRole('heading', { name: 'عرض مقعد دراسي', exact: true })).toBeVisible()
  await expect(letter.getByRole('heading', { name: 'Offer of a place', exact: true })).toBeHidden()
  await expect(page.getByRole('radio', { name: say('admissions.offer:kind.sign'), exact: true })).toHaveCount(0)
  await expectGoodHouse(page, 'ar', 'before signing, on a phone')
  await expectFits(page, 'ar', 'before signing')
  expect.soft(await smallTargets(page), 'too small: before signing').toEqual([])
  await both.focus()
  await page.keyboard.press('Space')
  await expect(letter.getByRole('heading', { name: 'Offer of a place', exact: true })).toBeVisible()

  await page.getByRole('button', { name: /المزيد عن طفلك/ }).click()
  await expect(page).toHaveURL(/\/criteria\/criteria-child\/[0-9a-f-]{36}$/)
  await fillCriteria(page, say)
  await expect(page.getByRole('heading', { level: 1, name: say('link:criteria.done') })).toBeVisible()
  await expectGoodHouse(page, 'ar', 'a form handed in before signing')
  await page.getByRole('button', { name: say('link:criteria.back') }).click()
  const steps = page.getByRole('region', { name: say('admissions.offer:forms.title') }).getByRole('listitem')
  await expect(steps.first()).toContainText(say('admissions.offer:forms.done'))

  await page.getByRole('button', { name: say('admissions.offer:forms.go') }).click()
  await expect(page).toHaveURL(/\/consent\/open/)
  const refusals = page.getByRole('radio', { name: say('consents:disagree'), exact: true })
  await expect(refusals.first()).toBeVisible()
  for (const refusal of await refusals.all()) await refusal.check()
  await page.getByRole('button', { name: say('consents:save') }).click()
  await expect(page.getByText(say('consents:state.received'))).toBeVisible({ timeout: 30_000 })
  await page.goBack()
  await page.getByRole('radio', { name: say('admissions.offer:kind.sign'), exact: true }).check()
  await page.getByLabel(say('link:signature.name')).fill('هند المناعي')
  await page.getByRole('button', { name: say('admissions.offer:send.sign') }).click()
  await expect(page.getByText(say('admissions.offer:state.accepted'))).toBeVisible({ timeout: 30_000 })
})
