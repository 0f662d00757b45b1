import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openedFile } from '#tests/e2e/kit/student-desk.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { openOffice } from '#tests/support/served/served-offers.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const title = { en: 'Offer of a place', ar: 'عرض مقعد دراسي' }

/** What is typed is on the device within a second. */
const settle = (page: Page) => page.waitForTimeout(1000)

test('alnoor: a family reads its offer in both languages, signs it without a network, and is told what comes next', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const office = await openOffice(served, 'alnoor')
  const signers = [{ name: 'Hind Al Mana', email: 'offer-en@home.example', language: 'en' as const }]
  const { links } = await office.offer({ letter: 'offer-letter', signers })
  const link = links[0] ?? ''
  expect(link).toContain('/offer-letter?lng=en#token=')
  const { page, context } = await visit(served.origin('alnoor'))

  // By another letter's path, and with the token in it: led to the right one, and the address names nobody.
  await page.goto(inLanguage(link.replace('/offer-letter?lng=en#token=', '/zaya-offer-letter/'), 'en'))
  await expect(page).toHaveURL(/\/offer-letter\/open$/)
  for (const name of Object.values(title)) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.locator('mark')).toHaveCount(0)
  await page.getByRole('button', { name: say('admissions.offer:send.none') }).click()
  await expect(page.getByText(say('admissions.offer:problem.choose'))).toBeVisible()
  await expect(page.getByRole('radio', { name: say('admissions.offer:kind.sign') })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: say('admissions.offer:send.sign') }).click()
  await expect(page.getByText(say('admissions.offer:problem.sign'))).toBeVisible()
  await page.getByLabel(say('link:signature.name')).fill('Hind Al Mana')
  await settle(page)
  await page.reload()
  await expect(page.getByLabel(say('link:signature.name'))).toHaveValue('Hind Al Mana')
  await expectGoodHouse(page, 'en', 'offer')
  await expectFits(page, 'en', 'offer')
  expect.soft(await smallTargets(page), 'too small: offer').toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('button', { name: say('admissions.offer:send.sign') })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await context.setOffline(true)
  await page.getByRole('button', { name: say('admissions.offer:send.sign') }).click()
  await expect(page.getByText(say('admissions.offer:sent.waiting'))).toBeVisible()
  await expect(page.getByRole('button', { name: say('admissions.offer:send.sign') })).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText(say('admissions.offer:sent.received'))).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(say('admissions.offer:state.accepted'))).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Hind Al Mana')
  await page.getByText(say('admissions.offer:withdrawAfter')).click()
  await page.getByRole('button', { name: say('admissions.offer:send.withdraw') }).click()
  await expect(page.getByText(say('admissions.offer:problem.reason'))).toBeVisible()
  await expectGoodHouse(page, 'en', 'offer accepted')
})

test('manara: one of two signs a conditional offer, the other declines it and keeps the place in the queue', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('ar')
  const office = await openOffice(served, 'manara')
  const { links } = await office.offer({
    letter: 'conditional-offer-letter',
    conditions: [{ en: 'The school report', ar: 'الشهادة المدرسية' }],
    signers: [
      { name: 'هند المناعي', email: 'offer-ar-1@home.example', language: 'ar' },
      { name: 'عمر المناعي', email: 'offer-ar-2@home.example', language: 'ar' },
    ],
  })
  const { page } = await visit(served.origin('manara'))
  await page.goto(links[0]?.replace(/lng=../, 'lng=ar') ?? '')
  await expect(page.getByRole('article')).toContainText('الشهادة المدرسية')
  await expect(page).toHaveURL(/\/conditional-offer-letter$/)
  await page.getByRole('radio', { name: say('admissions.offer:kind.sign'), exact: true }).check()
  await page.getByLabel(say('link:signature.name')).fill('هند المناعي')
  await page.getByRole('button', { name: say('admissions.offer:send.sign') }).click()
  await expect(page.getByText(say('admissions.offer:stillToSign'))).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('listitem').filter({ hasText: 'عمر المناعي' }).first()).toBeVisible()
  await expectGoodHouse(page, 'ar', 'offer signed')

  const other = (await visit(served.origin('manara'))).page
  await other.goto(links[1]?.replace(/lng=../, 'lng=ar') ?? '')
  await other.getByRole('radio', { name: say('admissions.offer:kind.more-time') }).check()
  await other.getByRole('button', { name: say('admissions.offer:send.more-time') }).click()
  await expect(other.getByText(say('admissions.offer:sent.received'))).toBeVisible({ timeout: 30_000 })
  await expect(other.getByRole('radio', { name: say('admissions.offer:kind.more-time') })).toHaveCount(0)
  await other.getByRole('radio', { name: say('admissions.offer:kind.decline') }).check()
  await other.getByLabel(say('admissions.offer:reasonAsked')).selectOption('fees')
  await other.getByRole('checkbox', { name: say('admissions.offer:keepPlace') }).check()
  await other.getByRole('button', { name: say('admissions.offer:send.decline') }).click()
  await expect(other.getByText(say('admissions.offer:problem.understand'))).toBeVisible()
  await expect(other.getByRole('checkbox', { name: say('admissions.offer:understand') })).toBeFocused()
  await expectFits(other, 'ar', 'offer declining')
  await other.keyboard.press('Space')
  await other.getByRole('button', { name: say('admissions.offer:send.decline') }).click()
  await expect(
    other.getByRole('heading', { level: 1, name: say('admissions.offer:over.declined.title') }),
  ).toBeVisible()
  await expect(other.getByText(say('admissions.offer:over.kept'))).toBeVisible()
  await expectGoodHouse(other, 'ar', 'offer declined')

  // Anyone who has signed is told as well, and the page of an offer that is over names no child.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: say('admissions.offer:over.declined.title') })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.goto('/offer-letter/of-nobody')
  await expect(page.getByRole('heading', { level: 1, name: say('link:over') })).toBeVisible()
})

test('alnoor: a registrar offers the last seat from the student’s file, and the family gets the link', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const { student_id, student_name, registration_id } = await (await openOffice(served, 'alnoor')).ready()
  expect(student_id).not.toBe('')
  const { page } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  const path = `/dashboard?text=${encodeURIComponent(registration_id)}`
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, 'en'))
  await fillSignIn(page, say, userName, password)
  await page
    .getByRole('rowheader')
    .getByRole('button', { name: student_name ?? '' })
    .first()
    .click()
  const file = openedFile(page)
  await file.getByRole('button', { name: say('students:move.offer-out'), exact: true }).click()
  const form = file.getByRole('form', { name: say('students:move.offer-out') })
  await form.getByRole('button', { name: say('students:offer.send') }).click()
  await expect(form.getByRole('alert')).toContainText(say('students:offer.startOn'))
  await expect(form.getByLabel(say('students:offer.startOn'))).toBeFocused()
  await form.getByLabel(say('students:offer.startOn')).fill('2099-09-01')
  await form.getByLabel(say('students:offer.expiresOn')).fill('2099-03-01')
  await form.getByLabel(say('students:offer.amount')).fill('30000')
  await form.getByLabel(say('students:offer.deposit')).fill('1000')
  // Where the application names two who may sign, both stand there already.
  const first = (key: string) => form.getByLabel(new RegExp(`^${say(key)}( 1)?$`)).first()
  await first('students:offer.signer').fill('Omar Al Mana')
  await first('students:offer.email').fill('staff-offer@home.example')
  await expectGoodHouse(page, 'en', 'make an offer')
  await expectFits(page, 'en', 'make an offer')
  await form.getByRole('button', { name: say('students:offer.send') }).click()
  await expect(file.getByRole('status')).toHaveText(say('students:done.taken'))
  const mail = await (await openMailbox(served, 'alnoor')).latest('staff-offer@home.example', 'offer-link')
  expect(mail.links[0]).toMatch(/\/offer-letter\?lng=..#token=/)
})

test('alnoor: a registrar counts the seats of a place where it stands, and never fewer than are taken', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const office = await openOffice(served, 'alnoor')
  const signers = [{ name: 'Amna Al Mana', email: 'seats@home.example', language: 'ar' as const }]
  const { student } = await office.offer({ letter: 'offer-letter', signers })
  const { page } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto(inLanguage('/sign-in?redirectUrl=%2Fseats', 'en'))
  await fillSignIn(page, say, userName, password)
  const grade = student.grade ?? ''
  const named = /^\d+$/.test(grade) ? say('students:grade.number', { grade }) : grade.replace('KG', 'KG ')
  const line = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${named} .*${String(student.entryYear)}`) }) })
  const seats = line.getByLabel(say('students:seats.seats'), { exact: true })
  await expect(line).toContainText(say('students:seats.free_zero'))
  await expect(line.getByLabel(say('students:seats.overOffer'))).not.toBeEditable()
  await seats.fill('0')
  await seats.press('Enter')
  await expect(line.getByRole('alert')).toHaveText(say('errors:seat.below-taken'))
  await seats.fill('many')
  await expect(line.getByRole('alert')).toHaveText(say('students:seats.noCount'))
  await seats.fill('٥٠')
  await seats.press('Enter')
  await expect(line.getByRole('alert')).toHaveCount(0)
  await expect(seats).toHaveValue('50')
  await expect(line).not.toContainText(say('students:seats.free_zero'))
})
