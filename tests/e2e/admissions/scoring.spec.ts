import { scoringSets, setScoring } from '#shared/admissions/scoring.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, tabTo, walkByTab } from '#tests/support/checks/keyboard.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

test('alnoor: a registrar writes a set by the keyboard, tries it out and saves it; a colleague who was faster stands beside it', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const word = (key: string, of: Record<string, string | number> = {}) => say(`admissions.scoring-editor:${key}`, of)
  const registrar = signInOf(demoSchool('alnoor'), 'registrar')
  const { page } = await visit(served.origin('alnoor'))
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent('/scoring')}`, 'en'))
  await fillSignIn(page, say, registrar.userName, registrar.password)
  await expect(page.getByRole('table')).toContainText(word('inForce'))
  await expectGoodHouse(page, 'en', 'sets')
  await page.getByRole('link', { name: word('begin') }).click()

  const form = page.getByRole('form', { name: word('write') })
  const save = (version: number) => form.getByRole('button', { name: word('save', { version }) })
  await save(1).click()
  await expect(form.getByRole('alert')).toHaveText(word('wrong.entryYear'))
  await expect(form.getByRole('alert')).toBeFocused()
  await form.getByLabel(word('field.entryYear')).fill('2033')
  await form.getByRole('combobox', { name: word('field.grade') }).fill('5')
  await form
    .getByRole('group', { name: word('name') })
    .getByLabel(word('field.en'))
    .fill('Grade 5')
  await form
    .getByRole('group', { name: word('name') })
    .getByLabel(word('field.ar'))
    .fill('الصف الخامس')
  await form.getByLabel(word('field.assessors')).selectOption('2')
  await form.getByLabel(word('field.gap')).fill('20')
  const item = (no: number) => form.getByRole('group', { name: word('itemNo', { no }), exact: true })
  await item(1).getByLabel(word('field.en')).fill('Reads aloud')
  await item(1).getByLabel(word('field.ar')).fill('يقرأ جهرًا')
  await item(1).getByLabel(word('field.weight')).fill('3')
  await tabTo(form.getByRole('button', { name: word('addItem') }))
  await page.keyboard.press('Enter')
  await item(2).getByLabel(word('field.kind')).selectOption('yes-no')
  await save(1).click()
  await expect(form.getByRole('alert')).toHaveText(word('wrong.item', { no: 2 }))
  await item(2).getByLabel(word('field.en')).fill('Settles in')
  await item(2).getByLabel(word('field.ar')).fill('يندمج')
  await tabTo(form.getByRole('button', { name: `${word('up')}: ${word('itemNo', { no: 2 })}` }))
  await page.keyboard.press('Enter')
  await expect(item(1).getByLabel(word('field.en'))).toHaveValue('Settles in')

  const preview = page.getByRole('region', { name: word('preview') })
  await preview.getByLabel(/Reads aloud/).selectOption('7')
  await preview.getByLabel(/Settles in/).selectOption('yes')
  await expect(preview.getByRole('table')).toContainText('7 / 10 × 3 = 2.1')
  await expect(preview.getByRole('table')).toContainText('77.5')
  await expectGoodHouse(page, 'en', 'a set')
  await expectFits(page, 'en', 'a set')
  expect.soft(await walkByTab(page), 'walked: a set').toEqual([])
  expect.soft(await hearPage(page), 'heard: a set').toEqual([])
  expect.soft(await smallTargets(page), 'too small: a set').toEqual([])
  await save(1).click()
  await expect(page.getByText(word('saved', { version: 1 }))).toBeVisible()

  const ask = schoolAsker(served, 'alnoor')
  const { token } = await ask(login, signInOf(demoSchool('alnoor'), 'admin'))
  const { sets } = await ask(scoringSets, {}, token)
  const made = sets.find(({ grade, entryYear }) => grade === '5' && entryYear === 2033)
  if (!made) throw new Error('the set was not saved')
  expect(made.body).toMatchObject({
    assessors: 2,
    gap: 20,
    items: [
      { code: 'i2', weight: 1 },
      { code: 'i1', weight: 3 },
    ],
  })
  const theirs = { ...made.body, gap: 30 }
  await ask(setScoring, { entryYear: 2033, grade: '5', version: 1, body: theirs }, token)
  await form.getByLabel(word('field.gap')).fill('25')
  await save(2).click()
  await expect(form.getByText(say('editor:conflict.title'))).toBeVisible()
  await expect(form.getByLabel(word('field.gap'))).toHaveValue('25')
  // What is typed outlives the page.
  await page.reload()
  await expect(form.getByText(say('editor:back'))).toBeVisible()
  await expect(form.getByLabel(word('field.gap'))).toHaveValue('25')
  await save(2).click()
  await form.getByRole('button', { name: say('editor:conflict.mine') }).click()
  await expect(page.getByText(word('saved', { version: 3 }))).toBeVisible()
  await page.goto(inLanguage('/scoring?set=2033-5', 'ar'))
  await expect(page.getByRole('form')).toBeVisible()
  await expectGoodHouse(page, 'ar', 'a set')
  await expectFits(page, 'ar', 'a set')
})
