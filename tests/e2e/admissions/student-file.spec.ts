import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, tabTo, walkByTab } from '#tests/support/checks/keyboard.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const enter = async (page: Page, path: string) => {
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, 'en'))
  await fillSignIn(page, speak('en'), userName, password)
}

const expectOpenToAll = async (page: Page, where: string) => {
  // From its top: what stays there stands beside what was scrolled away.
  await page.evaluate(() => scrollTo(0, 0))
  await expectGoodHouse(page, 'en', where)
  await expectFits(page, 'en', where)
  expect.soft(await walkByTab(page), `walked: ${where}`).toEqual([])
  expect.soft(await hearPage(page), `heard: ${where}`).toEqual([])
  expect.soft(await smallTargets(page), `too small: ${where}`).toEqual([])
}

test('alnoor: a registrar begins a file, names who looks after the child, writes notes, and sees it all in one line and on paper', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  await enter(page, '/student/new')
  const word = (key: string) => say(`students.file:${key}`)
  const tabs = page.getByRole('navigation', { name: word('parts'), exact: true })
  const openPart = async (tab: string, name: string) => {
    const label = say(`admissions.readiness:tab.${tab}`)
    await tabs.getByRole('link', { name: label, exact: true }).click()
    const within = page.getByRole('navigation', { name: label, exact: true })
    await within.getByRole('link', { name: word(`part.${name}`), exact: true }).click()
  }
  await page.getByRole('button', { name: word('begin.save') }).click()
  await expect(page.getByRole('alert')).toHaveText(word('wrong.name'))
  await page.getByLabel(word('field.nameLatin')).fill('Adam Khan')
  await page.getByRole('button', { name: word('begin.save') }).click()
  await expect(page.getByRole('heading', { name: 'Adam Khan', level: 1 })).toBeVisible()
  // The same name once more: anyone who has a file is shown before another is begun.
  await page.goto('/student/new')
  await page.getByLabel(word('field.nameLatin')).fill('adam khan')
  await page.getByRole('button', { name: word('begin.save') }).click()
  await expect(page.getByRole('button', { name: word('begin.anyway') })).toBeVisible()
  await expectOpenToAll(page, 'a name that is known')
  await page.getByRole('alert').getByRole('link', { name: 'Adam Khan' }).click()
  await expect(page.getByRole('heading', { name: 'Adam Khan', level: 1 })).toBeVisible()
  await openPart('child', 'record')

  await page.getByRole('button', { name: word('change'), exact: true }).click()
  await page.getByLabel(word('field.nameArabic')).fill('آدم خان')
  await page.getByLabel(word('field.nationality')).selectOption('IN')
  await page.getByRole('button', { name: word('save'), exact: true }).click()
  await expect(page.getByText(word('saved'))).toBeVisible()
  await expect(page.getByRole('cell', { name: 'آدم خان' })).toBeVisible()
  await expectOpenToAll(page, 'file record')

  await openPart('child', 'family')
  await page.getByRole('button', { name: word('family.add') }).click()
  await page.getByLabel(word('field.nameLatin')).fill('Sana Khan')
  await page.getByLabel(word('field.nameArabic')).fill('سناء خان')
  await page.getByLabel(word('field.relation')).selectOption('mother')
  await page.getByLabel(word('field.phone')).fill('12')
  await page.getByLabel(word('field.maySign')).selectOption('yes')
  await page.getByRole('button', { name: word('save'), exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(word('wrong.phone'))
  await page.getByLabel(word('field.phone')).fill('5512 3456')
  await page.getByRole('button', { name: word('save'), exact: true }).click()
  const mother = page.getByRole('article', { name: 'Sana Khan' })
  await expect(mother).toContainText('+974 5512 3456')
  await expectOpenToAll(page, 'file family')

  await openPart('offer', 'offers')
  const asked = page.getByRole('region', { name: say('admissions:consents.title'), exact: true }).getByRole('listitem')
  await expect(asked).toContainText(/Sana Khan\s+سناء خان/)
  const { pathname, search } = new URL(page.url())
  await page.goto(inLanguage(pathname + search, 'ar'))
  const title = speak('ar')('admissions:consents.title')
  const read = page.getByRole('region', { name: title, exact: true }).getByRole('listitem')
  await expect(read).toContainText(/سناء خان\s+Sana Khan/)
  await page.goto(inLanguage(pathname + search, 'en'))

  await openPart('activity', 'notes')
  await page.getByLabel(word('notes.text')).fill('They move in August')
  await page.getByRole('button', { name: word('notes.write') }).click()
  await expect(page.getByText('They move in August')).toBeVisible()
  await page.getByLabel(word('tasks.task'), { exact: true }).fill('Ask for the passport')
  await page.getByLabel(word('tasks.dueOn')).fill('2099-01-31')
  await page.getByRole('button', { name: word('tasks.add') }).click()
  await page.getByRole('button', { name: `${word('tasks.done')} Ask for the passport` }).click()
  await expectOpenToAll(page, 'file notes')

  await openPart('activity', 'timeline')
  const happened = page.getByRole('main').getByRole('listitem')
  await expect(happened.first()).toContainText(word('timeline.task.done'))
  await expect(page.getByText(say('students.file:timeline.record.added', { name: 'Sana Khan' }))).toBeVisible()
  await page.getByRole('link', { name: word('reports.open'), exact: true }).click()
  await expect(page.getByRole('article')).toContainText('Sana Khan')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: word('reports.print') })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(inLanguage(new URL(page.url()).pathname, 'ar'))
  await expectGoodHouse(page, 'ar', 'reports')
  await expectFits(page, 'ar', 'reports')
})

test('alnoor: whatever waits is taken on and given its next day from the list, by the keyboard', async ({
  served,
  visit,
}) => {
  const word = (key: string) => speak('en')(`students.file:${key}`)
  const { page } = await visit(served.origin('alnoor'))
  await enter(page, '/pre_admission?list=unassigned')
  const names = page.getByRole('rowheader').getByRole('link')
  await expect(names.first()).toBeVisible()
  const tab = page.getByRole('link', { name: new RegExp(`^${word('work.queue.unassigned')}`) })
  const countOf = async () => Number((await tab.textContent())?.replaceAll(/\D/g, ''))
  const before = await countOf()
  expect(await names.count()).toBe(before)
  await expectOpenToAll(page, 'work list')
  const name = (await names.first().textContent()) ?? ''
  const row = page.getByRole('row').filter({ hasText: name })
  await tabTo(row.getByRole('button', { name: word('work.set') }))
  await page.keyboard.press('Enter')
  await row.getByLabel(word('work.day')).fill('2099-01-31')
  await row.getByLabel(word('work.what')).fill('Call the family')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Call the family')
  await tabTo(row.getByRole('button', { name: word('work.take') }))
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  expect(await countOf()).toBe(before - 1)
  await page.getByRole('link', { name: new RegExp(`^${word('work.queue.mine')}`) }).click()
  await expect(names.getByText(name)).toBeVisible()
  await names.getByText(name).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})
