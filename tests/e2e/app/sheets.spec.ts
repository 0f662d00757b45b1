import type { Page } from '@playwright/test'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { studentScoring, submitScore } from '#shared/admissions/assessment.contract.ts'
import { letterJobs, startLetterJob } from '#shared/admissions/letter-job.contract.ts'
import { scanPiece, scanUpload } from '#shared/admissions/offers/offer-scan.contract.ts'
import { scoringSets, setScoring } from '#shared/admissions/scoring.contract.ts'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentData, studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { documentWork } from '#shared/documents/document-review.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, type StageSchool, schools, test } from '#tests/e2e/kit/stage.ts'
import { chooseMore } from '#tests/e2e/kit/student-desk.ts'
import { paper, pieceOf } from '#tests/support/records/document-kit.ts'
import { fillSignIn, inLanguage, type Say, speak } from '#tests/support/records/person.ts'
import { scoringBody } from '#tests/support/records/scoring-kit.ts'
import { openOffice } from '#tests/support/served/served-offers.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const [alnoor, manara] = schools
const newId = () => OpId.parse(crypto.randomUUID())

/** A desk of this school: the page of somebody signed in, and what others do there past any browser. */
async function openDesk(served: Served, { code, lng }: StageSchool, userName: string, page: Page) {
  const ask = schoolAsker(served, code)
  const tokenOf = async (who: string) => (await ask(login, signInOf(demoSchool(code), who))).token
  await page.goto(inLanguage('/sign-in?redirectUrl=%2Fprofile', lng))
  await fillSignIn(page, speak(lng), userName, signInOf(demoSchool(code), userName).password)
  await expect(page).toHaveURL(/\/profile$/)
  return { ask, tokenOf }
}

/** The same sheet in both directions: opened by its address, shown, without a fault, and fitting every window. */
async function inBoth(page: Page, path: string, where: string, show: (say: Say) => Promise<unknown>) {
  for (const lng of ['en', 'ar'] as const) {
    await page.goto(inLanguage(path, lng))
    await show(speak(lng))
    await expectGoodHouse(page, lng, where)
    await expectFits(page, lng, where)
  }
}

test('manara: what an offer asks for outside the desk, its deposit and what goes back of it, in both directions', async ({
  served,
  visit,
  putBack,
}) => {
  test.slow()
  const { page } = await visit(served.origin('manara'))
  const { ask, tokenOf } = await openDesk(served, manara, 'finance', page)
  const [registrar, finance] = [await tokenOf('registrar'), await tokenOf('finance')]
  const { rules, revision } = await ask(admissionRules, {}, registrar)
  const needed = { ...rules, needsContract: true, needsRegistration: true }
  await ask(setAdmissionRules, { rules: needed, revision }, registrar)
  putBack(async () => {
    const now = await ask(admissionRules, {}, registrar)
    await ask(setAdmissionRules, { rules, revision: now.revision }, registrar)
  })
  const signers = [{ name: 'هند المناعي', email: 'sheets@home.example', language: 'ar' as const }]
  const { student } = await (await openOffice(served, 'manara')).offer({ letter: 'offer-letter', signers })
  const { student_id } = student
  const file = () => ask(studentData, { student_id }, registrar)
  type Change = Parameters<typeof ask<typeof studentUpdate.body, typeof studentUpdate.reply>>[1]['change']
  const does = async (token: string, change: Change) => {
    const decidedAt = new Date().toISOString()
    const { revision: seen } = (await file()).student
    return ask(studentUpdate, { student_id, commandId: newId(), revision: seen, decidedAt, change }, token)
  }
  const [offer] = (await file()).offers
  const offerId = offer?.id ?? ''
  const of = { offerId, signerId: offer?.signers[0]?.id ?? '' }
  const scan = paper('pdf')
  await ask(scanUpload, { student_id, ...of, file: scan.ref }, registrar)
  await ask(scanPiece, { student_id, ...pieceOf(scan, 0) }, registrar)
  await does(registrar, { kind: 'paper-signature', ...of, scanId: scan.ref.fileId })
  const paid = { kind: 'deposit', offerId, amount: 40_000, method: 'transfer', receipt: 'K-4471' } as const
  await does(finance, paid)

  const path = `/student/${student_id}?part=`
  await inBoth(page, `${path}offers`, 'a deposit', async (say) => {
    await page
      .getByRole('form', { name: say('admissions:offers.record') })
      .getByRole('button')
      .click()
    await expect(page.getByRole('alert')).toHaveText(say('admissions:offers.wrong.receipt'))
    await page.getByText(say('admissions:offers.waiver.ask')).first().click()
  })
  await does(registrar, { kind: 'formality', said: { formality: 'contract', on: '2026-01-15', number: '' } })
  const { page: desk } = await visit(served.origin('manara'))
  await openDesk(served, manara, 'registrar', desk)
  await inBoth(desk, `${path}standing`, 'formalities', async (say) => {
    const name = `${say('admissions:formalities.record')}: ${say('admissions:formalities.registration')}`
    await desk.getByRole('form', { name }).getByRole('button').first().click()
    await expect(desk.getByRole('alert')).toHaveText(say('admissions:formalities.wrong'))
  })
  await does(registrar, { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' })
  await inBoth(page, `${path}offers`, 'money to pay back', async (say) => {
    await expect(page.getByRole('form', { name: say('admissions:offers.refund.record') })).toBeVisible()
  })
})

test('alnoor: a report as a letter, a list on paper, letters of which some fail, and a second assessor, in both directions', async ({
  served,
  visit,
}) => {
  test.slow()
  const { page } = await visit(served.origin('alnoor'))
  const { ask, tokenOf } = await openDesk(served, alnoor, 'registrar', page)
  const [token, head] = [await tokenOf('registrar'), await tokenOf('head')]
  const { students } = await ask(studentList, { filter: { status: ['shortlisted'] } }, token)
  const { sets } = await ask(scoringSets, {}, token)
  const child = students.find(
    ({ grade, entryYear }) =>
      grade && entryYear && !sets.some((of) => of.grade === grade && of.entryYear === entryYear),
  )
  if (!child?.grade || !child.entryYear) throw new Error('everybody is scored already')
  const { student_id, grade, entryYear } = child

  await inBoth(page, `/reports/${student_id}`, 'a report as a letter', async (say) => {
    await page.getByText(say('students.file:asLetter.open')).first().click()
    const form = page.getByRole('form', { name: say('students.file:asLetter.open') })
    await form.getByRole('button', { name: say('students.file:asLetter.issue') }).click()
    await expect(form.getByRole('alert')).toHaveText(say('students.file:asLetter.missing'))
  })
  await inBoth(page, '/dashboard', 'a list on paper', async (say) => {
    await chooseMore(page, say, 'admissions.student-list:export.print')
    await expect(page.getByRole('dialog')).toContainText(say('admissions.student-list:export.paperText'))
  })
  const [waits] = (await ask(documentWork, {}, token)).review.first
  await inBoth(page, `/upload/${waits?.student_id}`, 'a paper that is refused', async (say) => {
    await page.getByRole('button', { name: say('documents:act.reject'), exact: true }).click()
    await expect(page.getByRole('form', { name: say('documents:act.reject') })).toBeVisible()
  })
  await inBoth(page, '/appointments', 'appointments', (say) =>
    expect(page.getByRole('heading', { level: 1, name: say('admissions.appointments:title') })).toBeVisible(),
  )

  const asked = { kind: 'admission-form', whom: { filter: {} } } as const
  await ask(startLetterJob, { ...asked, commandId: newId() }, token)
  await expect.poll(async () => (await ask(letterJobs, {}, token)).jobs[0]?.state, { timeout: 60_000 }).toBe('done')
  // As the server refuses where what is kept of a letter makes another paper than the one that was issued.
  await page.route('**/letters/file', (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, messageId: 'letter.differs', message: '', field: 'AAAA-2222-BBBB' },
    }),
  )
  await inBoth(page, '/letters', 'letters of which one fails', async (say) => {
    await page
      .getByRole('button', { name: say('letters.issued:jobs.save') })
      .first()
      .click()
    await expect(page.getByRole('alert')).toContainText('AAAA-2222-BBBB')
  })

  const body = scoringBody({ assessors: 2 })
  await ask(setScoring, { entryYear, grade, version: 0, body }, token)
  const { set } = await ask(studentScoring, { student_id }, head)
  const scores = { speaking: 2, settled: true, support: 'some' }
  const found = { scores, unmet: [], recommendation: 'admit' as const, conditions: '', note: 'Reads aloud' }
  await ask(submitScore, { student_id, commandId: newId(), setId: set?.id ?? '', ...found }, head)
  await inBoth(page, `/student/${student_id}?part=scoring`, 'a second assessor', async (say) => {
    await expect(page.getByRole('form', { name: say('admissions.scoring:mine') })).toBeVisible()
    await expect(page.getByText('Reads aloud')).toHaveCount(0)
  })
})
