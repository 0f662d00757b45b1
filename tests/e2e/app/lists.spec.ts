import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { login } from '#tests/support/checks/plain-login.ts'
import { savedFilterDrop, savedFilterList } from '#shared/lists/saved-filter.contract.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { chooseMore, openedFile } from '#tests/e2e/kit/student-desk.ts'
import { fillSignIn, inLanguage, type Say, speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const [alnoor, manara] = schools

async function openDesk(page: Page, code: 'alnoor' | 'manara', lng: 'en' | 'ar', path: string) {
  const { userName, password } = signInOf(demoSchool(code), 'registrar')
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, lng))
  await fillSignIn(page, speak(lng), userName, password)
  await expect(page.getByRole('group', { name: speak(lng)('admissions.student-list:view.title') })).toBeVisible()
}

/** Journeys after it find the desk as everybody does at first: without a default of one's own. */
async function dropFilters(served: Served, code: string) {
  const ask = schoolAsker(served, code)
  const { token } = await ask(login, signInOf(demoSchool(code), 'registrar'))
  const { filters } = await ask(savedFilterList, {}, token)
  for (const { id } of filters) await ask(savedFilterDrop, { id }, token)
}

const column = (page: Page, say: Say, status: string) =>
  page.getByRole('region', { name: say(`students:status.${status}`) })

test('alnoor: many are tried out and moved at once, a card is dragged, figures are read, and the list is saved as a file', async ({
  served,
  visit,
  putBack,
}) => {
  const { lng } = alnoor
  const say = speak(lng)
  const { page } = await visit(served.origin('alnoor'))
  await openDesk(page, 'alnoor', lng, '/dashboard?status=new')
  const table = page.getByRole('table')
  await table.getByRole('checkbox', { name: say('admissions.student-list:pick.all') }).check()
  // Those who wait longest stay new: other journeys at this school need some.
  for (const fromEnd of [-1, -2, -3]) await table.getByRole('checkbox').nth(fromEnd).uncheck()
  await page.getByRole('button', { name: say('admissions.student-list:pick.act') }).click()
  const sheet = page.getByRole('dialog')
  const what = sheet.getByLabel(say('admissions.student-list:bulk.what'))
  await sheet.getByRole('button', { name: say('admissions.student-list:bulk.check') }).click()
  await expect(what).toBeFocused()
  await expect(sheet.getByText(say('admissions.student-list:bulk.missing'))).toBeVisible()
  await what.selectOption({ label: say('students:move.waiting') })
  await sheet.getByLabel(say('students:said.reason')).selectOption('grade-full')
  await sheet.getByRole('button', { name: say('admissions.student-list:bulk.check') }).click()
  const will = sheet.getByRole('status')
  await expect(will).toContainText(/\d/)
  await expectGoodHouse(page, lng, 'tried out')
  await sheet
    .getByRole('button', {
      name: new RegExp(say('admissions.student-list:bulk.run', { count: 7 }).replace('7', String.raw`\d+`)),
    })
    .click()
  await expect(sheet.getByRole('button', { name: say('admissions.student-list:bulk.close') })).toBeVisible()
  await expectFits(page, lng, 'done at once')
  await sheet.getByRole('button', { name: say('admissions.student-list:bulk.close') }).click()

  await page.getByRole('button', { name: say('admissions.student-list:view.board') }).click()
  await page.getByRole('button', { name: new RegExp(`^${say('students:counts.all')}`) }).click()
  const [from, to] = [column(page, say, 'shortlisted'), column(page, say, 'on-hold')]
  const card = from.getByRole('listitem').first()
  const name = (await card.getByRole('button').first().textContent()) ?? ''
  await expectGoodHouse(page, lng, 'board')
  // Both in sight: a page that is scrolled under a pressed mouse drags another card.
  await page.setViewportSize({ width: 1280, height: 2000 })
  await card.dragTo(to)
  await page.setViewportSize({ width: 1280, height: 800 })
  const file = openedFile(page, name)
  await expect(file.getByRole('form', { name: say('students:move.on-hold') })).toBeVisible()
  await file.getByLabel(say('students:said.reason')).selectOption('papers-awaited')
  await file.getByLabel(say('students:said.reviewOn')).fill('2099-01-31')
  await file.getByRole('button', { name: say('students:moves.confirm'), exact: true }).click()
  await expect(file.getByText(say('students:done.taken'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(to.getByRole('button', { name, exact: true })).toBeVisible()

  await page.getByRole('button', { name: say('admissions.student-list:view.charts') }).click()
  await expect(page.getByRole('table', { name: say('admissions.student-list:charts.funnel') })).toContainText(
    say('admissions.student-list:stage.confirmed'),
  )
  expect(await barsOutOfScale(page)).toEqual([])
  await expectGoodHouse(page, lng, 'charts')

  putBack(() => dropFilters(served, 'alnoor'))
  await chooseMore(page, say, 'admissions.student-list:saved.open')
  await sheet.getByLabel(say('admissions.student-list:saved.name')).fill('Figures')
  await sheet.getByLabel(say('admissions.student-list:saved.makeDefault')).check()
  await expectGoodHouse(page, lng, 'saving a filter')
  await sheet.getByRole('button', { name: say('admissions.student-list:saved.save'), exact: true }).click()
  await expect(sheet).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/view=charts/)
  await expect(
    page.getByRole('navigation', { name: say('admissions.student-list:saved.title') }).locator('[aria-current]'),
  ).toHaveText('Figures')

  await chooseMore(page, say, 'admissions.student-list:export.open')
  await expectGoodHouse(page, lng, 'export')
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: say('admissions.student-list:export.save') }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^students-[\d-]+\.xlsx$/)
  const files = unzipSync(new Uint8Array(readFileSync(await saved.path())))
  expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(name)
})

/** Rows whose bar is not as long, against the first one's, as their number says; pixels are rounded. */
const barsOutOfScale = (page: Page) =>
  page.getByRole('table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const bars = [...table.querySelectorAll('tbody tr')].map((row) => ({
        name: row.querySelector('th')?.textContent,
        count: Number(row.querySelector('td')?.textContent?.replaceAll(/\D/g, '')),
        width: row.querySelector('td span span')?.getBoundingClientRect().width ?? 0,
      }))
      const most = bars.toSorted((one, other) => other.count - one.count)[0]
      if (!most) return []
      return bars.filter(({ count, width }) => Math.abs(width - Math.max(2, (most.width * count) / most.count)) > 2)
    }),
  )

test('manara: board and figures are read in Arabic, at every size', async ({ served, visit }) => {
  const { lng } = manara
  const say = speak(lng)
  const { page } = await visit(served.origin('manara'))
  await openDesk(page, 'manara', lng, '/dashboard?view=board')
  await expect(column(page, say, 'waiting').getByRole('listitem').first()).toBeVisible()
  await expectGoodHouse(page, lng, 'board')
  await expectFits(page, lng, 'board')
  await page.getByRole('button', { name: say('admissions.student-list:view.charts') }).click()
  await expect(page.getByRole('table')).toHaveCount(4)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await barsOutOfScale(page)).toEqual([])
  await expectGoodHouse(page, lng, 'charts')
  await expectFits(page, lng, 'charts')
})
