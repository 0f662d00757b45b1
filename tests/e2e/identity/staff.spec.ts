import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, type StageSchool, schools, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const [alnoor, manara] = schools

async function enter(page: Page, { code, lng }: StageSchool, who: 'admin' | 'auditor', path: string) {
  const { userName, password } = signInOf(demoSchool(code), who)
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, lng))
  await fillSignIn(page, speak(lng), userName, password)
  await expect(page.getByRole('table').first()).toBeVisible()
}

test('alnoor: an administrator invites a colleague, gives them another role, and the record says so', async ({
  served,
  visit,
}) => {
  const { lng } = alnoor
  const say = speak(lng)
  const { page } = await visit(served.origin('alnoor'))
  await enter(page, alnoor, 'admin', '/people')
  await page.getByRole('button', { name: say('identity.staff:invite.open') }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(say('identity.staff:invite.ar')).fill('هند المناعي')
  await sheet.getByLabel(say('identity.staff:invite.email'), { exact: true }).fill('hind@school.example')
  await sheet.getByRole('button', { name: say('identity.staff:invite.do') }).click()
  await expect(sheet.getByRole('alert')).toHaveText(say('identity.staff:invite.missing.roles'))
  await sheet.getByLabel(say('identity.staff:role.registrar')).check()
  await expectGoodHouse(page, lng, 'invite')
  await sheet.getByRole('button', { name: say('identity.staff:invite.do') }).click()
  // This server sends no email: the administrator hands the link over.
  await expect(sheet.getByLabel(say('identity.setup:created.link'))).toHaveValue(/\/reset-password/)
  await expectGoodHouse(page, lng, 'invitation link')
  await sheet.getByRole('button', { name: say('identity.staff:link.done'), exact: true }).click()
  await expect(sheet).toBeHidden()

  await page.getByLabel(say('identity.staff:filter.text')).fill('هند')
  const row = page.getByRole('row').filter({ hasText: 'hind@school.example' })
  await expect(row).toContainText(say('identity.staff:state.invited'))
  await row.getByRole('button').click()
  await sheet.getByLabel(say('identity.staff:role.auditor')).check()
  await sheet.getByRole('button', { name: say('identity.staff:person.save') }).click()
  await expect(row).toContainText(say('identity.staff:role.auditor'))

  await row.getByRole('button').click()
  await sheet.getByRole('link', { name: say('identity.staff:person.record') }).click()
  const acts = page.getByRole('rowheader')
  await expect(acts).toHaveCount(2)
  await expect(acts.first()).toContainText(say('audit:act.person-roles'))
  await expect(acts.last()).toContainText(say('audit:act.person-invited'))
})

test('manara: an auditor narrows the record by a sentence, and an address says the same', async ({ served, visit }) => {
  const { lng } = manara
  const say = speak(lng)
  const { page } = await visit(served.origin('manara'))
  await enter(page, manara, 'auditor', '/audit')
  await page.getByRole('combobox', { name: say('audit:filter.what') }).selectOption('accounts')
  await expect(page).toHaveURL(/group=accounts/)
  const acts = page.getByRole('rowheader')
  await expect(acts.first()).toContainText(say('audit:act.sign-in'))
  await page.reload()
  await expect(acts.first()).toContainText(say('audit:act.sign-in'))
  await expectGoodHouse(page, lng, 'audit')

  await page.getByRole('button', { name: say('lists:open') }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('group', { name: say('lists:columns') })).toBeVisible()
  await expectGoodHouse(page, lng, 'saving the record')
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: say('lists:save') }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^record-[\d-]+\.xlsx$/)
  const files = unzipSync(new Uint8Array(readFileSync(await saved.path())))
  const rows = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(rows).toContain('rightToLeft="1"')
  expect(rows).toContain(`>${say('audit:act.sign-in')}<`)
  await expect(sheet.getByText(say('lists:done'))).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByLabel(say('audit:filter.to')).fill('2020-01-01')
  await expect(page.getByText(say('audit:empty'))).toBeVisible()
})
