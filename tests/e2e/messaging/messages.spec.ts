import { studentList } from '#shared/admissions/student.contract.ts'
import { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

test('manara: the registrar words a refusal, stops one that waits, writes to three families and takes it back', async ({
  served,
  visit,
}) => {
  const say = speak('ar')
  const ask = schoolAsker(served, 'manara')
  const registrar = signInOf(demoSchool('manara'), 'registrar')
  const { page } = await visit(served.origin('manara'))
  const texts = '/messages?part=texts&event=refused'
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(texts)}`, 'ar'))
  await fillSignIn(page, say, registrar.userName, registrar.password)

  const subject = page.getByLabel(say('messaging:text.subject.ar'))
  await subject.fill('')
  await page.getByRole('button', { name: say('messaging:text.save') }).click()
  await expect(page.getByText(say('messaging:text.notWhole', { count: 1 }))).toBeVisible()
  await subject.fill('قرار لجنة القبول')
  const paragraph = page.getByLabel(say('messaging:text.paragraph.ar', { no: 2 }))
  await paragraph.fill('نعتذر عن قبول ')
  await page.getByRole('button', { name: say('messaging:field.student.name'), exact: true }).click()
  await expect(paragraph).toHaveValue(`نعتذر عن قبول {${say('messaging:field.student.name')}}`)
  const shown = page.getByRole('region', { name: say('messaging:preview.title') })
  await expect(shown.getByText('نعتذر عن قبول')).toContainText('سارة المانع')
  await page.getByRole('button', { name: say('messaging:text.save') }).click()
  await expect(page.getByText(say('messaging:text.own', { version: 1 })).first()).toBeVisible()
  await expectGoodHouse(page, 'ar', 'words of messages')
  await expectFits(page, 'ar', 'words of messages')

  const { token } = await ask(login, registrar)
  const { students } = await ask(studentList, { filter: { status: ['shortlisted'] } }, token)
  const [student] = students
  if (!student) throw new Error('nobody is shortlisted')
  const change = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'no-seat' } as const
  const { student_id, revision } = student
  const decidedAt = new Date().toISOString()
  const commandId = OpId.parse(crypto.randomUUID())
  await ask(studentUpdate, { student_id, revision, commandId, decidedAt, change }, token)

  await page.getByRole('link', { name: say('messaging:parts.log') }).click()
  const row = page.getByRole('row').filter({ hasText: say('messaging:event.refused') })
  await expect(row).toContainText(say('messaging:state.waiting'))
  await row.getByRole('button', { name: say('messaging.student:deed.stop') }).click()
  await row.getByLabel(say('messaging.student:why.stop')).fill('تراجع المدير')
  await row.getByRole('button', { name: say('messaging.student:confirm.stop') }).click()
  await expect(row).toContainText(say('messaging:state.stopped'))
  await expect(row).toContainText('تراجع المدير')

  await page.goto('/dashboard?status=offer-out')
  const boxes = page.locator('tbody').getByRole('checkbox')
  for (const no of [0, 1, 2]) await boxes.nth(no).check()
  await page.getByRole('button', { name: say('admissions.student-list:pick.write') }).click()
  await expect(page.getByText(say('messaging:many.picked', { count: 3 }))).toBeVisible()
  await page.getByLabel(say('messaging:text.subject.en')).fill('Closed on Sunday')
  await page.getByLabel(say('messaging:text.subject.ar')).fill('إغلاق يوم الأحد')
  await page.getByLabel(say('messaging:text.paragraph.en', { no: 1 })).fill('The school is closed on Sunday.')
  await page.getByLabel(say('messaging:text.paragraph.ar', { no: 1 })).fill('المدرسة مغلقة يوم الأحد.')
  await page.getByRole('button', { name: say('messaging:many.check') }).click()
  // One mail for each guardian of the three.
  const readers = page.getByLabel(say('messaging:many.previewFor')).getByRole('option')
  await expect(readers.first()).toBeAttached()
  const count = await readers.count()
  expect(count).toBeGreaterThanOrEqual(3)
  await expect(page.getByText(say('messaging:many.total', { count }))).toBeVisible()
  await expectGoodHouse(page, 'ar', 'message to many')
  await expectFits(page, 'ar', 'message to many')
  await page.getByRole('button', { name: say('messaging:many.send', { count }) }).click()
  await page.getByRole('button', { name: say('messaging:many.deed.withdraw') }).click()
  await expect(page.getByText(say('messaging:many.state.withdrawn'))).toBeVisible()

  await page.goto(inLanguage('/messages?part=log&what=many', 'en'))
  const english = speak('en')
  const theirs = page.getByRole('row').filter({ hasText: english('messaging:mail.many') })
  await expect(theirs).toHaveCount(count)
  await expect(theirs.first()).toContainText(english('messaging:state.stopped'))
  await expectGoodHouse(page, 'en', 'log of messages')
  await expectFits(page, 'en', 'log of messages')
})
