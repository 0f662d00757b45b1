import { login } from '#shared/contract/auth.ts'
import { studentList, studentUpdate } from '#shared/contract/student.ts'
import { OpId } from '#shared/contract/fields.ts'
import { showReference } from '#shared/rules/reference-number.rules.ts'
import { hearPage, walkByTab } from '#tests/support/keyboard.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/person.ts'
import { schoolAsker } from '#tests/support/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served-school-demo.ts'
import { bringStudents } from '#tests/support/served-students.ts'
import { expectFits, expectGoodHouse, smallTargets } from './house.ts'
import { expect, test } from './stage.ts'

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
  await typed.fill(showReference(registration_id))
  await erase.getByRole('combobox').selectOption('time-over')
  await erase.getByRole('button', { name: say('retention:erase.confirm') }).click()
  await expect(erase.getByRole('alert')).toHaveText(say('errors:student.erase-early'))
  await erase.getByRole('combobox').selectOption('family-asked')
  await erase.getByRole('button', { name: say('retention:erase.confirm') }).click()
  const certificate = page.getByRole('region', { name: say('retention:erased.title') })
  await expect(certificate).toContainText(say('retention:erased.because.family-asked'))
  await expect(page.getByText(name)).toHaveCount(0)
  await expectGoodHouse(page, 'ar', 'an erased file')
})
