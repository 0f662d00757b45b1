import { answerOffer, offerData } from '#shared/admissions/offers/offer-page.contract.ts'
import { askConsent, consentWordings } from '#shared/consents/consent-request.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { applyFor } from '#tests/support/served/served-application.ts'
import { openLine } from '#tests/support/served/served-line.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { demoSchool, schoolDay, signInOf } from '#tests/support/served/served-school-demo.ts'

// A picture of one point.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const child = 'Moza Signs-on-Paper'
const guardian = { name: 'Hind Al Mana', email: 'consent-on-paper@home.example' }

/** A child of alnoor whose seat is booked, and whose mother was asked for consent by a link that she has not opened. */
async function askedByLink(served: Served) {
  const { ask, tokenOf, step, fileOf, shortlist, leaveFree, offer: offerTo } = await openLine(served, 'alnoor')
  await applyFor(served, 'alnoor', { child, guardian })
  const id = await shortlist(child)
  await leaveFree(id, 1)
  await offerTo(id, guardian.email)
  const { links } = await (await openMailbox(served, 'alnoor')).latest(guardian.email, 'offer-link')
  const offerLetterToken = /#token=([\w-]+)$/.exec(links[0] ?? '')?.[1] ?? ''
  const { offer } = await ask(offerData, { offerLetterToken })
  if (!offer) throw new Error('there is no offer to sign')
  const commandId = OpId.parse(crypto.randomUUID())
  const answer = { kind: 'sign', signature: { kind: 'typed', name: guardian.name } } as const
  await ask(answerOffer, { offerLetterToken, commandId, offerId: offer.id, language: 'en', answer })
  const paid = { offerId: offer.id, amount: minor(100_000), method: 'transfer', receipt: `C-${id}` } as const
  await step(id, { kind: 'deposit', ...paid }, 'finance')
  const token = await tokenOf('registrar')
  const { submissionId } = await fileOf(id)
  const purposes = (await ask(consentWordings, {}, token)).wordings.map(({ purpose }) => purpose)
  const asked = {
    submissionId,
    subject: child,
    guardian: guardian.name,
    email: guardian.email,
    language: 'en' as const,
  }
  await ask(askConsent, { ...asked, purposes }, token)
  /** What stands against confirming the child. */
  const hindrances = async () => (await fileOf(id)).moves.find(({ to }) => to === 'confirmed')?.hindrances
  return { id, hindrances }
}

test('alnoor: the desk writes down what a guardian has answered on paper, with its scan, and consent holds up the child no more', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const word = (key: string, values?: Record<string, string>) => say(`admissions:consents.${key}`, values)
  const { id, hindrances } = await askedByLink(served)
  expect(await hindrances()).toContain('student.consents-open')
  const { page } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'admissions')
  const path = `/student/${id}`
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, 'en'))
  await fillSignIn(page, say, userName, password)
  const confirm = page.getByRole('listitem').filter({ hasText: say('students:move.confirmed') })
  await expect(confirm).toContainText(say('students:hindrance.consents-open'))

  await page.goto(`${path}?part=offers`)
  const consents = page.getByRole('region', { name: word('title') })
  await expect(consents).toContainText(word('none'))
  await consents.getByRole('button', { name: `${word('paper')}: ${guardian.name}` }).click()
  const form = page.getByRole('form', { name: `${word('paper')}: ${guardian.name}` })
  const points = form.getByRole('group')
  await expect(points.nth(0).getByRole('radio', { name: word('say.open') })).toBeFocused()
  const record = form.getByRole('button', { name: word('record') })
  await record.click()
  await expect(form.getByRole('alert')).toHaveText(word('wrong.answers'))
  // Nothing is answered beforehand: what the paper leaves open stays open.
  for (const point of await points.all())
    await expect(point.getByRole('radio', { name: word('say.open') })).toBeChecked()
  await points
    .nth(0)
    .getByRole('radio', { name: word('say.agree'), exact: true })
    .check()
  await points
    .nth(1)
    .getByRole('radio', { name: word('say.decline') })
    .check()
  await form.getByLabel(word('on')).fill('2099-01-31')
  await record.click()
  await expect(form.getByRole('alert')).toHaveText(word('wrong.on'))
  await form.getByLabel(word('on')).fill(schoolDay('alnoor'))
  await expect(form.getByRole('alert')).toHaveCount(0)
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'the consent.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await expect(form.getByText('the consent.png')).toBeVisible()
  // What the header that stays lies over depends on how far the form has scrolled the page.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectGoodHouse(page, 'en', 'consent on paper')
  await expectFits(page, 'en', 'consent on paper')
  expect.soft(await smallTargets(page), 'too small: consent on paper').toEqual([])
  const titles = await form.locator('legend').allTextContents()
  await record.click()
  await expect(form).toHaveCount(0)
  await expect(consents).toContainText(word('agrees', { title: `\u2068${titles[0]}\u2069` }))
  await expect(consents).toContainText(word('refuses', { title: `\u2068${titles[1]}\u2069` }))
  const { name } = signInOf(demoSchool('alnoor'), 'admissions')
  await expect(consents.getByText(/^On paper dated/)).toContainText(name.en)

  // She is told, and has her link already: withdrawing stays as easy as it was.
  await (await openMailbox(served, 'alnoor')).latest(guardian.email, 'consent-received')
  expect(await hindrances()).not.toContain('student.consents-open')
  await page.goto(path)
  await expect(confirm.or(page.getByRole('button', { name: say('students:move.confirmed') }))).toBeVisible()
  await expect(page.getByText(say('students:hindrance.consents-open'))).toHaveCount(0)

  await page.goto(inLanguage(`${path}?part=offers`, 'ar'))
  const say2 = speak('ar')
  await page.getByRole('button', { name: `${say2('admissions:offers.scan.look')}: ${guardian.name}` }).click()
  const scan = page.getByRole('img', { name: new RegExp(guardian.name) })
  await expect.poll(() => scan.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectGoodHouse(page, 'ar', 'the scan of a consent')
  await expectFits(page, 'ar', 'the scan of a consent')
})
