import { studentList } from '#shared/admissions/student.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, walkByTab } from '#tests/support/checks/keyboard.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { bringStudents } from '#tests/support/served/served-students.ts'

test('manara: a new child comes on the short list once its identity and the signer’s are checked, and its fee is written down', async ({
  served,
  visit,
}) => {
  const say = speak('ar')
  const [name = ''] = await bringStudents(served, 'manara')
  const { userName, password } = signInOf(demoSchool('manara'), 'registrar')
  const ask = schoolAsker(served, 'manara')
  const { token } = await ask(login, { userName, password })
  const found = await ask(studentList, { filter: { text: name } }, token)
  const path = `/student/${found.students[0]?.student_id}`
  const { page } = await visit(served.origin('manara'))
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, 'ar'))
  await fillSignIn(page, say, userName, password)

  const identity = page.getByRole('region', { name: say('admissions:identity.title') })
  await expect(identity).toBeVisible()
  // Anyone who is quick writes the second one down before the file has been read again after the first.
  await page.route('**/student/student_data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue()
  })
  const record = say('admissions:identity.record')
  for (const of of ['child', 'signer'] as const) {
    const whom = say(`admissions:identity.${of}`)
    await identity.getByRole('button', { name: `${record}: ${whom}` }).click()
    const form = identity.getByRole('form', { name: `${record}: ${whom}` })
    await form.getByRole('combobox').selectOption('passport')
    await form.getByLabel(say('admissions:identity.end')).fill('٨٨٩٩')
    await form.getByRole('button', { name: record, exact: true }).click()
    await expect(form).toHaveCount(0)
  }
  await expect(identity.getByText('8899')).toHaveCount(2)
  await page.unroute('**/student/student_data*')

  const fee = page.getByRole('region', { name: say('admissions:fee.title') })
  await fee.getByRole('button', { name: say('admissions:fee.open') }).click()
  await fee.getByRole('button', { name: say('admissions:fee.record'), exact: true }).click()
  await expect(fee.getByRole('alert')).toHaveText(say('admissions:offers.wrong.amount'))
  await expectGoodHouse(page, 'ar', 'checks of a new file')
  await expectFits(page, 'ar', 'checks of a new file')
  expect.soft(await walkByTab(page), 'walked: checks of a new file').toEqual([])
  expect.soft(await hearPage(page), 'heard: checks of a new file').toEqual([])
  expect.soft(await smallTargets(page), 'too small: checks of a new file').toEqual([])
  await fee.getByLabel(say('admissions:offers.amount')).fill('٢٠')
  await fee.getByLabel(say('admissions:offers.receipt')).fill('A-17')
  await fee.getByLabel(say('admissions:fee.on')).fill('2024-03-01')
  await fee.getByRole('button', { name: say('admissions:fee.record'), exact: true }).click()
  await expect(fee.getByRole('listitem')).toContainText('A-17')

  await page.getByRole('button', { name: say('students:move.shortlisted'), exact: true }).click()
  await expect(page.getByText(say('students:done.taken'))).toBeVisible()

  const { page: desk } = await visit(served.origin('manara'))
  const finance = signInOf(demoSchool('manara'), 'finance')
  await desk.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, 'ar'))
  await fillSignIn(desk, say, finance.userName, finance.password)
  await desk.getByRole('button', { name: `${say('admissions:fee.reverse')}: A-17` }).click()
  const reversal = desk.getByRole('form', { name: `${say('admissions:fee.reverse')}: A-17` })
  await reversal.getByRole('button', { name: say('admissions:fee.reverseDo') }).click()
  await expect(reversal.getByRole('alert')).toHaveText(say('admissions:fee.wrongReason'))
  await expectGoodHouse(desk, 'ar', 'a fee that is reversed')
  await expectFits(desk, 'ar', 'a fee that is reversed')
  await reversal.getByLabel(say('admissions:fee.reverseWhy')).fill('إيصال طفل آخر')
  await reversal.getByRole('button', { name: say('admissions:fee.reverseDo') }).click()
  await expect(desk.getByText(say('admissions:fee.reversed'), { exact: true })).toBeVisible()
  await expect(desk.getByText('إيصال طفل آخر')).toBeVisible()
})
