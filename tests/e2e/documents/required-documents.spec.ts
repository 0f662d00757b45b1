import type { Page } from '@playwright/test'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, walkByTab } from '#tests/support/checks/keyboard.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const expectOpenToAll = async (page: Page, lng: 'en' | 'ar', where: string) => {
  await expectGoodHouse(page, lng, where)
  await expectFits(page, lng, where)
  expect.soft(await smallTargets(page), `too small: ${where}`).toEqual([])
}

test('alnoor: a registrar follows papers up by what they wait for, and changes what the school asks for beside a colleague', async ({
  served,
  visit,
  putBack,
}) => {
  test.slow()
  const say = speak('en')
  const word = (key: string) => say(`documents.required:${key}`)
  const { page } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto(inLanguage('/sign-in?redirectUrl=%2Fpre_admission', 'en'))
  await fillSignIn(page, say, userName, password)
  await page.getByRole('link', { name: say('students.file:work.queue.papers') }).click()
  await expect(page.getByRole('heading', { level: 1, name: word('title') })).toBeVisible()
  const kinds = page.getByRole('navigation', { name: word('kinds') })
  for (const kind of ['rejected', 'expiring', 'promised', 'review']) {
    await kinds.getByRole('link', { name: word(`kind.${kind}`) }).press('Enter')
    await expect(page.getByText(word(`about.${kind}`))).toBeVisible()
  }
  await expect(page.getByRole('table')).toContainText(say('documents:state.in-review'))
  await expectOpenToAll(page, 'en', 'papers')
  expect.soft(await walkByTab(page), 'walked: papers').toEqual([])
  expect.soft(await hearPage(page), 'heard: papers').toEqual([])
  await page.getByRole('rowheader').getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(/\/upload\/[0-9a-f-]{36}$/)

  await page.goto('/seats')
  await page.getByRole('button', { name: say('students:seats.papers') }).press('Enter')
  const sheet = page.getByRole('dialog')
  const change = (name: string) => sheet.getByRole('button', { name: `${word('types.edit')}: ${name}`, exact: true })
  await change('Birth certificate').press('Enter')
  await expectOpenToAll(page, 'en', 'a kind of paper')
  const name = sheet.getByLabel(word('field.label.en'))
  await name.fill('')
  await sheet.getByRole('button', { name: word('types.save'), exact: true }).click()
  await expect(sheet.getByText(word('wrong.label')).first()).toBeVisible()
  await name.fill('Birth certificate, attested')

  // Meanwhile another has changed the same paper and one more.
  const ask = schoolAsker(served, 'alnoor')
  const { token } = await ask(login, signInOf(demoSchool('alnoor'), 'admin'))
  const { types, version } = await ask(documentTypes, {}, token)
  const theirs = types.map((type) => {
    if (type.code === 'birth-certificate') return { ...type, sensitivity: 'S1' as const }
    return type.code === 'photo' ? { ...type, asked: [] } : type
  })
  const setTypes = (seen: number, list: typeof types) =>
    ask(setDocumentTypes, { seen, types: list, commandId: OpId.parse(crypto.randomUUID()) }, token)
  putBack(async () => setTypes((await ask(documentTypes, {}, token)).version, types))
  await setTypes(version, theirs)
  await sheet.getByRole('button', { name: word('types.save'), exact: true }).click()
  const beside = sheet.getByRole('region', { name: word('types.theirs') })
  await expect(beside).toContainText(word('sensitivity.S1'))
  await expect(name).toHaveValue('Birth certificate, attested')
  await expectOpenToAll(page, 'en', 'a kind of paper of two people')
  await sheet.getByRole('button', { name: word('types.insist') }).click()
  await expect(sheet.getByText(word('types.saved'))).toBeVisible()
  await expect(change('Birth certificate, attested')).toBeFocused()
  const now = (await ask(documentTypes, {}, token)).types
  expect(now.find(({ code }) => code === 'birth-certificate')?.label.en).toBe('Birth certificate, attested')
  expect(now.find(({ code }) => code === 'photo')?.asked).toEqual([])

  // What students have brought stays on the list, and it says so.
  await sheet.getByRole('button', { name: `${word('types.remove')}: Photograph of the child`, exact: true }).click()
  await expect(sheet.getByText(word('types.retired'))).toBeVisible()

  await page.goto(inLanguage('/pre_admission?list=papers&papers=expiring', 'ar'))
  await expect(page.getByRole('heading', { level: 1, name: speak('ar')('documents.required:title') })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await expectOpenToAll(page, 'ar', 'papers')
  await page.goto('/seats')
  await page.getByRole('button', { name: speak('ar')('students:seats.papers') }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectOpenToAll(page, 'ar', 'papers asked for')
})
