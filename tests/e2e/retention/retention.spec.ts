import type { Page } from '@playwright/test'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test, type Visit } from '#tests/e2e/kit/stage.ts'
import { hearPage, walkByTab } from '#tests/support/checks/keyboard.ts'
import { openOwnEnquiry } from '#tests/support/records/officer.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { bringStudents } from '#tests/support/served/served-students.ts'

test('manara: a closed file is kept for a reason, erased once its reference is typed, and leaves a certificate without a name', async ({
  served,
  visit,
}) => {
  const say = speak('ar')
  const [name = ''] = await bringStudents(served, 'manara')
  const ask = schoolAsker(served, 'manara')
  const registrar = await ask(login, signInOf(demoSchool('manara'), 'registrar'))
  const found = await ask(studentList, { filter: { text: name } }, registrar.token)
  const { student_id = '', revision = 0, registration_id = '' } = found.students[0] ?? {}
  const change = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
  const command = { commandId: OpId.parse(crypto.randomUUID()), decidedAt: new Date().toISOString() }
  await ask(studentUpdate, { student_id, revision, ...command, change }, registrar.token)

  const colleague = await visit(served.origin('manara'))
  const reader = signInOf(demoSchool('manara'), 'registrar')
  const notes = `/student/${student_id}?part=notes`
  await colleague.page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(notes)}`, 'ar'))
  await fillSignIn(colleague.page, say, reader.userName, reader.password)
  await colleague.page.getByLabel(say('students.file:notes.text')).fill('اتصلت خالتها')

  const head = signInOf(demoSchool('manara'), 'head')
  const { page } = await visit(served.origin('manara'))
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(`/student/${student_id}`)}`, 'ar'))
  await fillSignIn(page, say, head.userName, head.password)
  const kept = page.getByRole('region', { name: say('retention:title') })
  await kept.getByRole('button', { name: say('retention:hold.ask') }).click()
  const hold = kept.getByRole('form', { name: say('retention:hold.ask') })
  await hold.getByRole('button', { name: say('retention:hold.save') }).click()
  await expect(hold.getByRole('alert')).toHaveText(say('retention:hold.wrong'))
  await hold.getByLabel(say('retention:hold.reason')).fill('شكوى')
  await hold.getByRole('button', { name: say('retention:hold.save') }).click()
  await expect(kept.getByText('شكوى')).toBeVisible()
  await expect(kept.getByRole('button', { name: say('retention:erase.ask') })).toHaveCount(0)
  await kept.getByRole('button', { name: say('retention:hold.change') }).click()
  await kept.getByRole('button', { name: say('retention:hold.end') }).click()

  await kept.getByRole('button', { name: say('retention:erase.ask') }).click()
  const erase = kept.getByRole('form', { name: say('retention:erase.ask') })
  await expect(erase.getByText(say('retention:counts.records'), { exact: true })).toBeVisible()
  await expectGoodHouse(page, 'ar', 'erasing a closed file')
  await expectFits(page, 'ar', 'erasing a closed file')
  expect.soft(await walkByTab(page), 'walked: erasing a closed file').toEqual([])
  expect.soft(await hearPage(page), 'heard: erasing a closed file').toEqual([])
  expect.soft(await smallTargets(page), 'too small: erasing a closed file').toEqual([])
  const typed = erase.getByRole('textbox')
  await typed.fill('ABCD-EFGH')
  await erase.getByRole('button', { name: say('retention:erase.confirm') }).click()
  await expect(erase.getByRole('alert')).toHaveText(say('retention:erase.wrong'))
  await typed.fill(formatReference(registration_id))
  await erase.getByRole('combobox').selectOption('time-over')
  await erase.getByRole('button', { name: say('retention:erase.confirm') }).click()
  await expect(erase.getByRole('alert')).toHaveText(say('errors:student.erase-early'))
  await erase.getByRole('combobox').selectOption('family-asked')
  await erase.getByRole('button', { name: say('retention:erase.confirm') }).click()
  const certificate = page.getByRole('region', { name: say('retention:erased.title') })
  await expect(certificate).toContainText(say('retention:erased.because.family-asked'))
  await expect(page.getByText(name)).toHaveCount(0)
  await expectGoodHouse(page, 'ar', 'an erased file')

  await expectForgotten(colleague, student_id, name)
  await eraseAllDue(page, say, async (keepClosedMonths) => {
    const { rules, revision: rulesSeen } = await ask(admissionRules, {}, registrar.token)
    await ask(setAdmissionRules, { rules: { ...rules, keepClosedMonths }, revision: rulesSeen }, registrar.token)
  })
})

test('alnoor: a family that asks to be forgotten is, from its enquiry on', async ({ served, visit }) => {
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  const officer = (await visit(served.origin('alnoor'))).page
  await openOwnEnquiry(page, officer, 'alnoor', 'en', 'head')
  const sheet = officer.getByRole('dialog')
  await sheet.getByRole('button', { name: say('retention:enquiries.ask') }).click()
  const erase = sheet.getByRole('form', { name: say('retention:enquiries.ask') })
  await expect(erase.getByText(say('retention:counts.forms'), { exact: true })).toBeVisible()
  await expectGoodHouse(officer, 'en', 'erasing an enquiry')
  await expectFits(officer, 'en', 'erasing an enquiry')
  const typed = erase.getByRole('textbox')
  await typed.fill('ABCD-EFGH')
  await erase.getByRole('button', { name: say('retention:erase.confirm') }).click()
  await expect(erase.getByRole('alert')).toHaveText(say('retention:enquiries.wrong'))
  const reference = (await sheet.locator('.num').first().textContent()) ?? ''
  await typed.fill(reference)
  await erase.getByRole('button', { name: say('retention:erase.confirm') }).click()
  await expect(sheet.getByText(say('forms.submissions:erased.text'))).toBeVisible()
  await expect(erase).toHaveCount(0)
  await officer.keyboard.press('Escape')
  await expect(officer.getByRole('row').filter({ hasText: reference })).toContainText(
    say('forms.submissions:erased.row'),
  )
})

/** Anyone who has it open is told so, with what they typed still there; their device forgets it at the next contact. */
async function expectForgotten({ page, context }: Visit, studentId: string, name: string) {
  const say = speak('ar')
  await page.getByRole('button', { name: say('students.file:notes.write') }).click()
  await expect(page.getByRole('alert')).toHaveText(say('errors:student.erased'))
  await expect(page.getByLabel(say('students.file:notes.text'))).toHaveValue('اتصلت خالتها')
  await page.getByLabel(say('students.file:notes.text')).fill('')
  await page.evaluate(() => history.pushState({}, '', '/dashboard'))
  await expect(page.getByRole('group', { name: say('admissions.student-list:view.title') })).toBeVisible()
  await context.setOffline(true)
  const heard = page.waitForResponse(/retention\/last/)
  await context.setOffline(false)
  await (await heard).finished()
  await context.setOffline(true)
  await page.evaluate((id) => history.pushState({}, '', `/student/${id}`), studentId)
  await expect(page.getByRole('alert')).toContainText(say('errors:L000'))
  await expect(page.getByText(name)).toHaveCount(0)
  await context.setOffline(false)
}

/** Many at once: counted, their number typed, erased one by one. */
async function eraseAllDue(page: Page, say: ReturnType<typeof speak>, keep: (months: number) => Promise<void>) {
  await keep(1)
  await page.goto('/pre_admission')
  await page.getByRole('button', { name: say('retention:due.open') }).click()
  const sheet = page.getByRole('dialog')
  const lines = await sheet.getByRole('listitem').count()
  expect(lines).toBeGreaterThan(2)
  await sheet.getByRole('button').last().click()
  const number = sheet.getByRole('textbox')
  await number.fill(String(lines + 1))
  const erase = sheet.getByRole('button').nth(-2)
  await erase.click()
  await expect(sheet.getByRole('alert')).toHaveText(say('retention:due.wrong'))
  await expectGoodHouse(page, 'ar', 'erasing many')
  await expectFits(page, 'ar', 'erasing many')
  expect.soft(await smallTargets(page), 'too small: erasing many').toEqual([])
  await number.fill(String(lines))
  // Stopped after the first one, and gone on with.
  await page.route('**/retention/erase', (route) => route.abort(), { times: 1 })
  await erase.click()
  await expect(sheet.getByRole('alert')).toContainText(say('errors:L000'))
  await sheet.getByRole('button', { name: say('retention:due.goOn') }).click()
  await sheet.getByRole('button', { name: say('retention:due.over') }).click()
  await expect(page.getByRole('button', { name: say('retention:due.open') })).toHaveCount(0)
  await keep(12)
}
