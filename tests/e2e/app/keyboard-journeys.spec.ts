import type { Page } from '@playwright/test'
import { askConsent, consentWordings } from '#shared/consents/consent-request.contract.ts'
import { askCriteria } from '#shared/forms/criteria.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { byTurns, expect, type StageSchool, schools, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, tabTo, walkByTab } from '#tests/support/checks/keyboard.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { families } from '#tests/support/records/family.ts'
import { inLanguage, speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const [alnoor, manara] = schools
const at = (page: Page, path: string) => page.locator(`[id="field-${path.replaceAll('.', '-')}"]`)
const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function type(page: Page, path: string, text: string, within = at(page, path)) {
  await tabTo(within)
  await page.keyboard.type(text)
}

/** Asks a guardian and a family past any browser; answers the links of the two mails. */
async function askBoth(served: Served, { code, lng: language }: StageSchool) {
  const ask = schoolAsker(served, code)
  const { userName, password } = signInOf(demoSchool(code), 'admissions')
  const { token } = await ask(login, { userName, password })
  const { wordings } = await ask(consentWordings, {}, token)
  const asked = { submissionId: null, subject: 'Sara Al Mana', email: `keys-${language}@home.example`, language }
  const purposes = wordings.map(({ purpose }) => purpose)
  await ask(askConsent, { ...asked, guardian: 'Hind', purposes }, token)
  await ask(askCriteria, { ...asked, code: 'criteria-child' }, token)
  const mailbox = await openMailbox(served, code)
  const linkOf = async (template: string) => (await mailbox.latest(asked.email, template)).links[0] ?? ''
  return { consent: await linkOf('consent-link'), criteria: await linkOf('criteria-link') }
}

async function expectOpenToAll(page: Page, where: string) {
  expect.soft(await walkByTab(page), `walked: ${where}`).toEqual([])
  expect.soft(await hearPage(page), `heard: ${where}`).toEqual([])
}

for (const school of byTurns('alnoor')) {
  const { code, lng, dir } = school
  const say = speak(lng)
  const family = families[lng]

  test(
    `${code}: an enquiry is written and sent without a mouse, a second child added and taken away again`,
    school.turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      await page.goto(inLanguage('/enquiry/new', lng))
      await expect(page).toHaveTitle(/·/)
      const press = (key: string) => page.keyboard.press(key)
      await type(page, 'parent_name', family.parent)
      await type(page, 'mobile', family.mobile)
      await type(page, 'children.0.name', family.child)
      const dob = at(page, 'children.0.dob')
      await type(page, '', family.day, dob.locator('input').first())
      await tabTo(dob.locator('select'))
      for (let month = 0; month < Number(family.month); month += 1) await press('ArrowDown')
      await type(page, '', family.year, dob.locator('input').last())
      const years = at(page, 'children.0.entry_year').getByRole('radio')
      await tabTo(years.first())
      // Onwards is where the eye goes on.
      await press('Space')
      await press(dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
      await expect(years.nth(1)).toBeChecked()
      await tabTo(at(page, 'children.0.grade'))
      await press('ArrowDown')

      const add = page.locator('#field-children > button')
      await tabTo(add)
      await press('Enter')
      await expect(at(page, 'children.1.name')).toBeFocused()
      await tabTo(page.locator('#field-children > fieldset').nth(1).locator('> button'))
      await press('Enter')
      await expect(page.locator('#field-children')).toBeFocused()
      await expect(at(page, 'children.0.name')).toHaveValue(family.child)

      await tabTo(at(page, 'contact_consent'))
      await press('Space')
      await tabTo(page.getByRole('button', { name: say('forms:send'), exact: true }))
      await press('Enter')
      await expect(title(page)).toHaveText(say('forms:thanks.title.complete'))
      await expect(title(page)).toBeFocused()
      await expectOpenToAll(page, 'thanks')
    },
  )
}

test('manara: a guardian decides and withdraws without a mouse, signed by name', async ({ served, visit }) => {
  const { page } = await visit(served.origin(manara.code))
  const say = speak('ar')
  const press = (key: string) => page.keyboard.press(key)
  const { consent, criteria } = await askBoth(served, manara)
  await page.goto(consent)
  await expect(title(page)).toBeVisible()
  // Whose consent it is stays out of the tab, and so of the browser's history.
  await expect(page).toHaveTitle('مدرسة المنارة')
  await expectOpenToAll(page, 'consent')
  const save = page.getByRole('button', { name: say('consents:save') })
  await save.focus()
  await press('Enter')
  const first = page.getByRole('radio').first()
  await expect(first).toBeFocused()
  await expectOpenToAll(page, 'consent, nothing chosen')
  await tabTo(first)
  await press('Space')
  await tabTo(save)
  await press('Enter')
  const name = page.getByLabel(say('link:signature.name'))
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(say('consents:problem.sign'))
  await page.keyboard.type('هند المناعي')
  await press('Enter')
  const done = page.getByRole('status').filter({ hasText: say('consents:doneText') })
  await expect(done).toBeFocused()
  await tabTo(page.getByRole('button', { name: say('consents:withdraw') }).first())
  await press('Space')
  await expect(page.getByRole('button', { name: say('consents:yesWithdraw') })).toBeFocused()
  await expectOpenToAll(page, 'consent, withdrawing')
  await tabTo(page.getByRole('button', { name: say('consents:keep') }))
  await press('Enter')
  await expect(page.getByRole('button', { name: say('consents:withdraw') }).first()).toBeFocused()
  await press('Enter')
  await press('Enter')
  await expect(page.locator('li[data-agrees=false]')).toHaveCount(1)
  await expect(done).toBeFocused()

  await page.goto(criteria)
  await at(page, 'writer_name').waitFor()
  await expect(page).toHaveTitle(/·/)
  await expectOpenToAll(page, 'criteria')
})

test('alnoor: without a mouse, a next step gets the focus, and a file is put to a form and taken away', async ({
  served,
  visit,
}) => {
  const { page } = await visit(served.origin(alnoor.code))
  const say = speak('en')
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/otp-authentication')
  await expect(page).toHaveTitle(/·/)
  await tabTo(page.getByLabel(say('identity.account:known.label')))
  await page.keyboard.type('nobody@home.example')
  await press('Enter')
  await expect(title(page)).toHaveText(say('identity.account:otp.codeTitle'))
  await expect(title(page)).toBeFocused()
  await expectOpenToAll(page, 'otp, code')

  await page.goto('/mogra/mograbills')
  await expect(page).toHaveTitle(/·/)
  const file = page.locator('input[type=file]')
  await tabTo(file)
  await file.setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 bill') })
  const remove = page.getByRole('button', { name: say('forms:files.remove') })
  await remove.waitFor()
  await expectOpenToAll(page, 'a file')
  await tabTo(remove)
  await press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(file).toBeFocused()
})
