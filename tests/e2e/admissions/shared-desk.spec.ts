import type { Page } from '@playwright/test'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentData } from '#shared/admissions/student-file.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openedFile } from '#tests/e2e/kit/student-desk.ts'
import { keptBy } from '#tests/support/checks/kept.ts'
import { fillSignIn, signOutAtDesk, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { bringStudents } from '#tests/support/served/served-students.ts'

const say = speak('en')
const school = demoSchool('alnoor')

async function enter(page: Page, userName: string) {
  await fillSignIn(page, say, userName, signInOf(school, userName).password)
  await expect(page.getByRole('group', { name: say('admissions.student-list:view.title') })).toBeVisible()
}

test('alnoor: of two who share a device neither sees what the other saw or decided, and a decision kept for one waits for them', async ({
  served,
  visit,
}) => {
  const [name = ''] = await bringStudents(served, 'alnoor')
  const ask = schoolAsker(served, 'alnoor')
  const { userName, password } = signInOf(school, 'head')
  const { token } = await ask(login, { userName, password })
  const found = await ask(studentList, { filter: { text: name }, sort: 'newest' }, token)
  const student_id = found.students[0]?.student_id ?? ''
  const statusNow = async () => (await ask(studentData, { student_id }, token)).student.status
  const list = `/dashboard?status=new&sort=newest`

  const { page } = await visit(served.origin('alnoor'), { worker: true })
  await page.goto(`/sign-in?lng=en&redirectUrl=${encodeURIComponent(list)}`)
  await enter(page, 'registrar')
  await readyOffline(page)
  const child = page.getByRole('rowheader').getByRole('button', { name, exact: true })
  const file = openedFile(page, name)
  await child.click()
  await expect(file.getByRole('heading', { name: say('students:moves.title') })).toBeVisible()
  await page.context().setOffline(true)
  await file.getByRole('button', { name: say('admissions.readiness:act.withNote'), exact: true }).click()
  await file.getByLabel(say('students:said.note')).fill('Seen by one alone')
  await file.getByRole('button', { name: say('students:moves.confirm'), exact: true }).click()
  await expect(file.getByRole('region', { name: say('students:kept.title') })).toContainText(say('students:kept.waits'))
  await page.keyboard.press('Escape')
  await signOutAtDesk(page, say)
  await expect(page).toHaveURL(/\/sign-in/)
  await expect.poll(async () => (await keptBy(page)).databases).not.toContain('desk-alnoor')
  // Anyone who finds the device finds the sign-in, and no name of a child.
  await page.goto(list)
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText(name)).toHaveCount(0)

  await page.context().setOffline(false)
  await enter(page, 'admissions')
  await expect(child).toBeVisible()
  const keptOfOther = page.getByRole('heading', { name: say('students:kept.title') })
  await expect(keptOfOther).toHaveCount(0)
  expect(await statusNow(), 'not sent in the name of somebody else').toBe('new')
  // A file that only the first of them has opened is not there without a network.
  await page.context().setOffline(true)
  await page.goto(`${list}&open=${student_id}`)
  await expect(openedFile(page).getByRole('alert')).toBeVisible()
  await expect(page.getByText('Seen by one alone')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(keptOfOther).toHaveCount(0)
  await page.context().setOffline(false)
  await page.reload()
  await expect(child).toBeVisible()
  await signOutAtDesk(page, say)

  await enter(page, 'registrar')
  await expect.poll(statusNow).toBe('shortlisted')
  const { history } = await ask(studentData, { student_id }, token)
  expect(JSON.stringify(history)).toContain('Seen by one alone')
  await expect(keptOfOther).toHaveCount(0)
})
