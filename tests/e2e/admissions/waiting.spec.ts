import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { openOffice } from '#tests/support/served/served-offers.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

test('alnoor: a registrar reads a waiting list, verifies why a child comes first, and sets the order without a mouse', async ({
  served,
  visit,
  putBack,
}) => {
  test.slow()
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto(inLanguage('/sign-in?redirectUrl=%2Fseats', 'en'))
  await fillSignIn(page, say, userName, password)
  await page
    .getByRole('button', { name: /\d+ child(ren)? waiting/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  const first = sheet.getByRole('listitem').first()
  await expect(first).toContainText('1')
  await expect(first).toContainText(/aiting since/)
  await expectGoodHouse(page, 'en', 'waiting list')
  await expectFits(page, 'en', 'waiting list')
  expect.soft(await smallTargets(page), 'too small: waiting list').toEqual([])
  const name = (await first.getByRole('link').textContent()) ?? ''
  await page.keyboard.press('Escape')

  await page.goto(`/dashboard?status=waiting&text=${encodeURIComponent(name)}`)
  await page.getByRole('rowheader').getByRole('button').first().click()
  const line = page.getByRole('region', { name: say('admissions:line.title') })
  await expect(line).toContainText(/\d+ of \d+:/)
  await line.getByLabel(say('admissions:claim.title')).last().selectOption('national')
  await line.getByLabel(say('admissions:claim.note')).fill('Identity card')
  await line.getByRole('button', { name: say('admissions:claim.add') }).click()
  const claim = line.getByRole('listitem').filter({ hasText: say('admissions:claim.national') })
  await claim.getByRole('button', { name: say('admissions:claim.do.verified') }).click()
  await expect(claim.getByText(/^verified /)).toBeVisible()
  await expectGoodHouse(page, 'en', 'place in the line')
  await expectFits(page, 'en', 'place in the line')

  await page.goto('/seats')
  // A place that no child has asked for yet, by the keyboard alone.
  await page.getByText(say('students:seats.add.title'), { exact: true }).focus()
  await page.keyboard.press('Enter')
  const place = page.getByRole('form', { name: say('students:seats.add.title') })
  await place.getByLabel(say('students:seats.add.grade')).selectOption('PREKG')
  await place.getByLabel(say('students:seats.add.campus')).fill('west')
  await place.getByLabel(say('students:seats.add.seats')).fill('18')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /west/ })).toContainText(say('students:seats.free', { count: 18 }))
  await expectGoodHouse(page, 'en', 'seats')
  await expectFits(page, 'en', 'seats')

  await page.getByRole('button', { name: say('students:seats.rules') }).click()
  const order = page.getByRole('group', { name: say('admissions:rules.claimOrder') })
  const kinds = order.getByRole('listitem')
  await expect(kinds.first()).toContainText(say('admissions:claim.staff-child'))
  const down = order.getByRole('button', {
    name: `${say('admissions:rules.later')}: ${say('admissions:claim.staff-child')}`,
  })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(kinds.nth(1)).toContainText(say('admissions:claim.staff-child'))
  await expect(down).toBeFocused()
  const asked = ['identityBeforeShortlist', 'consentsFirst'] as const
  for (const rule of asked) await page.getByRole('checkbox', { name: say(`admissions:rules.${rule}`) }).check()
  const cooling = page.getByLabel(say('admissions:rules.coolingHours'))
  await cooling.fill('soon')
  await page.getByRole('button', { name: say('admissions:rules.save'), exact: true }).click()
  await expect(page.getByText(say('admissions:rules.wrong.coolingHours'))).toBeVisible()
  await cooling.fill('36')
  await expectGoodHouse(page, 'en', 'admission rules')
  await expectFits(page, 'en', 'admission rules')
  // Meanwhile the head has set another rule: both are shown, and nothing is lost.
  const ask = schoolAsker(served, 'alnoor')
  const head = signInOf(demoSchool('alnoor'), 'head')
  const { token } = await ask(login, { userName: head.userName, password: head.password })
  const { rules, revision } = await ask(admissionRules, {}, token)
  putBack(async () => {
    const now = await ask(admissionRules, {}, token)
    await ask(setAdmissionRules, { rules, revision: now.revision }, token)
  })
  await ask(setAdmissionRules, { rules: { ...rules, graceHours: 6 }, revision }, token)
  await page.getByRole('button', { name: say('admissions:rules.save'), exact: true }).click()
  const theirs = page.getByRole('alert').getByRole('region', { name: say('admissions:rules.theirs') })
  await expect(theirs).toContainText(say('admissions:rules.graceHours'))
  await expect(kinds.nth(1)).toContainText(say('admissions:claim.staff-child'))
  await expectGoodHouse(page, 'en', 'rules of two people')
  await page.getByRole('button', { name: say('admissions:rules.insist') }).click()
  await expect(page.getByText(say('admissions:rules.saved'))).toBeVisible()
  expect((await ask(admissionRules, {}, token)).rules).toMatchObject({
    identityBeforeShortlist: true,
    consentsFirst: true,
    coolingHours: 36,
  })
})

test('manara: an offer is followed in the file: its letter, its signer, another link', async ({ served, visit }) => {
  test.slow()
  const say = speak('ar')
  const office = await openOffice(served, 'manara')
  const signers = [{ name: 'هند المناعي', email: 'desk-offer@home.example', language: 'ar' as const }]
  const { student } = await office.offer({ letter: 'offer-letter', signers })
  const { page } = await visit(served.origin('manara'))
  const { userName, password } = signInOf(demoSchool('manara'), 'registrar')
  const path = `/dashboard?text=${encodeURIComponent(student.registration_id)}`
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, 'ar'))
  await fillSignIn(page, say, userName, password)
  await page.getByRole('rowheader').getByRole('button').first().click()
  const offers = page.getByRole('region', { name: say('admissions:offers.title') })
  await expect(offers).toContainText('هند المناعي')
  await offers.getByRole('button', { name: say('admissions:offers.showLetter') }).click()
  await expect(offers.getByRole('article').getByRole('article')).toContainText(student.student_name_ar ?? '')
  await expectGoodHouse(page, 'ar', 'offer in the file')
  await expectFits(page, 'ar', 'offer in the file')
  expect.soft(await smallTargets(page), 'too small: offer in the file').toEqual([])
  await offers.getByRole('button', { name: new RegExp(say('admissions:offers.resend')) }).click()
  await expect(offers.getByRole('status')).toHaveText(say('admissions:offers.done'))
})
