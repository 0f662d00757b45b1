import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openedFile } from '#tests/e2e/kit/student-desk.ts'
import { taxApplications } from '#tests/support/fees/served-fees.ts'
import { fillSignIn, inLanguage, openProfileMenu, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { bringStudents } from '#tests/support/served/served-students.ts'

test('alnoor: cash for a fee is taken without a network, its receipt is there after a restart, and it is booked once', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const [name = ''] = await bringStudents(served, 'alnoor')
  await taxApplications(served, 'alnoor')
  const { page, context } = await visit(served.origin('alnoor'), { worker: true })
  const { userName, password } = signInOf(demoSchool('alnoor'), 'finance')
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent('/dashboard?status=new&sort=newest')}`, 'en'))
  await fillSignIn(page, say, userName, password)
  await page.getByRole('button', { name, exact: true }).click()
  await expect(openedFile(page, name)).toBeVisible()
  await page.goto(`/student/${new URL(page.url()).searchParams.get('open')}`)
  const cash = page.getByRole('region', { name: say('admissions.cash:title') })
  await expect(cash.getByText(say('admissions.cash:none'))).toBeVisible()
  await readyOffline(page)
  await context.setOffline(true)
  await page.reload()
  const file = page.url()
  await expect(page.getByText(say('students:lastData').split('{{')[0] ?? '')).toBeVisible()
  await cash.getByRole('button', { name: say('admissions.cash:take.application-fee') }).click()
  await cash.getByRole('button', { name: say('admissions.cash:record') }).click()
  await expect(cash.getByText(say('admissions.cash:wrong'))).toBeVisible()
  await expect(cash.getByText(say('admissions.cash:checked').split('{{')[0] ?? '')).toBeVisible()
  await cash.getByLabel(say('admissions.cash:amount')).fill('٢٠٠')
  await cash.getByRole('button', { name: say('admissions.cash:record') }).click()
  const paper = page.getByRole('article').first()
  for (const lng of ['en', 'ar'] as const) {
    await expect(paper).toContainText(speak(lng)('admissions.cash:paper.provisional'))
    await expect(paper).toContainText(speak(lng)('admissions.cash:paper.how'))
  }
  await expect(paper).toContainText('200.00')
  // 5 % of it is 9.52 of 200.00.
  await expect(paper).toContainText('9.52')
  const provisional = /P-[2-9FKMRW]{6}-0001/.exec((await paper.textContent()) ?? '')?.[0] ?? ''
  expect(provisional).not.toBe('')
  await expectGoodHouse(page, 'en', 'a provisional receipt')
  await expectFits(page, 'en', 'a provisional receipt')
  expect.soft(await smallTargets(page), 'too small: a provisional receipt').toEqual([])

  // As if the tab had died between keeping and printing: nothing is lost, and the dashboard says what waits.
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: say('admissions.cash:all') })).toContainText(provisional)
  await page.goto(file)
  await expect(cash.getByText(say('admissions.cash:state.waits'))).toHaveCount(1)
  await cash.getByRole('button', { name: say('admissions.cash:receipt') }).click()
  await expect(paper).toContainText(provisional)
  // Anyone who leaves is told what waits here for them.
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await (await openProfileMenu(page)).getByRole('button', { name: say('common:signOut') }).click()
  await expect.poll(() => asked).toEqual([say('common:signOutCash', { count: 1 })])
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await expect(cash.getByText(say('admissions.cash:state.booked'))).toHaveCount(1, { timeout: 60_000 })
  await expect(paper).toContainText(/C-\d{4}-\d{6}/)
  await expect(paper).toContainText(provisional)
  await page.reload()
  await expect(cash.getByText(say('admissions.cash:state.booked'))).toHaveCount(1)
  await expect(cash.getByText(say('admissions.cash:state.waits'))).toHaveCount(0)
})
