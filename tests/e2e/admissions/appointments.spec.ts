import { makeSlots } from '#shared/admissions/appointment.contract.ts'
import { studentAppointments } from '#shared/admissions/appointment-booking.contract.ts'
import { scoringSets, setScoring } from '#shared/admissions/scoring.contract.ts'
import { studentList } from '#shared/admissions/student.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { scoringBody } from '#tests/support/records/scoring-kit.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, schoolDay, signInOf } from '#tests/support/served/served-school-demo.ts'

test('manara: a family chooses a time by its link, moves and cancels it; the registrar sees it and scores the child', async ({
  served,
  visit,
}) => {
  const say = speak('ar')
  const ask = schoolAsker(served, 'manara')
  const registrar = signInOf(demoSchool('manara'), 'registrar')
  const { token } = await ask(login, registrar)
  const { students } = await ask(studentList, { filter: { status: ['shortlisted'] } }, token)
  const { sets } = await ask(scoringSets, {}, token)
  let student: (typeof students)[number] | undefined
  for (const each of students) {
    if (each.grade === null || each.entryYear === null || sets.some(({ grade }) => grade === each.grade)) continue
    const { bookings } = await ask(studentAppointments, { student_id: each.student_id }, token)
    if (bookings.length === 0) student ??= each
  }
  if (!student?.grade || !student.entryYear) throw new Error('no child with a place, whom nobody has met or scored')
  const { entryYear, grade } = student
  await ask(setScoring, { entryYear, grade, version: 0, body: scoringBody({ appointments: ['interview'] }) }, token)
  const slots = {
    commandId: OpId.parse(crypto.randomUUID()),
    appointmentKind: 'interview' as const,
    campus: '',
    firstDay: schoolDay('manara', 3),
    lastDay: schoolDay('manara', 5),
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    times: ['07:10', '07:40', '13:10'],
    minutes: 30,
    except: [],
    room: 'قاعة 4',
    onlineLink: '',
    interviewers: [],
    capacity: 1,
    changeHours: 24,
  }
  await ask(makeSlots, slots, token)

  const { page: desk } = await visit(served.origin('manara'))
  const file = `/student/${student.student_id}?part=appointments`
  await desk.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(file)}`, 'ar'))
  await fillSignIn(desk, say, registrar.userName, registrar.password)
  const link = desk.getByRole('form', { name: say('admissions.appointments:ask.title') })
  await link.getByLabel(say('students.family:guardian')).fill('هند المناعي')
  await link.getByLabel(say('students.family:email'), { exact: true }).fill('times@home.example')
  await link.getByLabel(say('students.family:language')).selectOption('ar')
  await link.getByRole('button', { name: say('admissions.appointments:ask.send') }).click()
  await expect(link.getByText(say('admissions.appointments:ask.sent'))).toBeVisible()

  const mail = await (await openMailbox(served, 'manara')).latest('times@home.example', 'appointment-link')
  const { page } = await visit(served.origin('manara'))
  await page.goto(mail.links[0] ?? '')
  await expect(page).toHaveURL(/\/appointment$/)
  await expect(page.getByText(say('admissions.appointments:family.choose'))).toBeVisible()
  await expectGoodHouse(page, 'ar', 'family appointment')
  await expectFits(page, 'ar', 'family appointment')
  await page
    .getByRole('button', { name: /^07:10/ })
    .first()
    .click()
  await expect(page.getByText(say('admissions.appointments:family.done.booked'))).toBeVisible()
  await page
    .getByRole('button', { name: /^13:10/ })
    .first()
    .click()
  await expect(page.getByText(/13:10.13:40/).first()).toBeVisible()
  await expectGoodHouse(page, 'ar', 'family appointment booked')

  await desk.reload()
  await expect(desk.getByText(say('admissions.appointments:state.moved'))).toBeVisible()
  await expect(desk.getByText(say('admissions.appointments:state.booked'), { exact: true })).toBeVisible()
  await expectGoodHouse(desk, 'ar', 'appointments of a student')
  const parts = desk.getByRole('navigation', { name: say('admissions.readiness:tab.offer') })
  await parts.getByRole('link', { name: say('students.file:part.scoring'), exact: true }).click()
  const form = desk.getByRole('form', { name: say('admissions.scoring:mine') })
  await form.getByRole('combobox', { name: /Speaking/ }).selectOption('7')
  await form.getByRole('combobox', { name: /Settled/ }).selectOption('yes')
  await form.getByRole('combobox', { name: /Support/ }).selectOption('some')
  await expectGoodHouse(desk, 'ar', 'my assessment')
  await form.getByRole('button', { name: say('admissions.scoring:handIn') }).click()
  await expect(desk.getByText(/62\.78/).first()).toBeVisible()
  await expectGoodHouse(desk, 'ar', 'assessments')
  await desk.goto('/appointments')
  await expect(desk.getByRole('heading', { level: 1, name: say('admissions.appointments:title') })).toBeVisible()
  await expect(desk.getByText(say('admissions.appointments:state.booked'), { exact: true }).first()).toBeVisible()
  await expectGoodHouse(desk, 'ar', 'appointments')
  await expectFits(desk, 'ar', 'appointments')

  await page.getByRole('button', { name: say('admissions.appointments:family.cancel') }).click()
  await expect(page.getByText(say('admissions.appointments:family.done.cancelled'))).toBeVisible()
})
