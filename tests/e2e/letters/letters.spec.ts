import { readFile } from 'node:fs/promises'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { pdfPages } from '#tests/support/letters/letter-pdf.ts'
import { hashOf } from '#tests/support/letters/letter-press.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { openOffice } from '#tests/support/served/served-offers.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

test('alnoor: a family saves its letter, a stranger verifies it with the file, and staff find the same paper', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const arabic = speak('ar')
  const office = await openOffice(served, 'alnoor')
  const signers = [{ name: 'Hind Al Mana', email: 'letter@home.example', language: 'en' as const }]
  const { links, student } = await office.offer({ letter: 'offer-letter', signers })
  const { page, context } = await visit(served.origin('alnoor'))
  await page.goto(links[0]?.replace(/lng=../, 'lng=en') ?? '')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: say('admissions.offer:pdf') }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Offer of a place .*\.pdf$/)
  const path = await saved.path()
  const hash = hashOf(await readFile(path))
  const address = (await page.getByRole('article').getByRole('link').last().textContent()) ?? ''
  await expectGoodHouse(page, 'en', 'offer with its letter')

  const stranger = (await visit(served.origin('alnoor'))).page
  await stranger.goto(inLanguage(address, 'ar'))
  await expect(stranger.getByRole('heading', { name: arabic('letters.issued:verify.valid.title') })).toBeVisible()
  await expect(stranger.getByText(arabic('letters.issued:kind.offer'))).toBeVisible()
  await stranger.getByLabel(arabic('letters.issued:verify.file')).setInputFiles(path)
  await expect(stranger.getByText(arabic('letters.issued:verify.sameFile'))).toBeVisible()
  await expectGoodHouse(stranger, 'ar', 'verify')
  await expectFits(stranger, 'ar', 'verify')
  await stranger.goto(inLanguage('/verify', 'en'))
  await stranger.getByRole('button', { name: say('letters.issued:verify.submit') }).click()
  await expect(stranger.getByLabel(say('letters.issued:verify.code'))).toBeFocused()
  await stranger.keyboard.type('2222-2222-2222')
  await stranger.keyboard.press('Enter')
  await expect(stranger.getByRole('heading', { name: say('letters.issued:verify.unknown.title') })).toBeVisible()
  await expectGoodHouse(stranger, 'en', 'verify unknown')
  await stranger.context().setOffline(true)
  await stranger.keyboard.press('Tab')
  await stranger.getByRole('button', { name: say('letters.issued:verify.submit') }).click()
  await expect(stranger.getByText(say('letters.issued:verify.offline'))).toBeVisible()

  await context.clearCookies()
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  const file = `/student/${student.student_id}?part=letters`
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(file)}`, 'en'))
  await fillSignIn(page, say, userName, password)
  // Other letters of this child may have been issued before, to many at once.
  const letter = page.getByRole('listitem').filter({ hasText: hash })
  await expect(letter).toBeVisible()
  const again = page.waitForEvent('download')
  await letter.getByRole('button', { name: say('letters.issued:save') }).click()
  expect(hashOf(await readFile(await (await again).path()))).toBe(hash)
  await expectGoodHouse(page, 'en', 'letters of a student')
  await expectFits(page, 'en', 'letters of a student')

  await page.goto('/letters')
  await page.getByRole('combobox', { name: say('letters.issued:jobs.kind') }).selectOption('rejection')
  await page.getByRole('button', { name: say('letters.issued:jobs.check') }).click()
  await expect(page.getByRole('form').getByRole('status')).not.toBeEmpty()
  await expectFits(page, 'en', 'letters for many')
  // Nobody whose family is not known gets a letter, and it says so.
  await page.getByRole('form').locator('summary').click()
  await expect(page.getByText(say('letters.issued:lacks.guardian')).first()).toBeVisible()
  await expectGoodHouse(page, 'en', 'letters for many, checked')

  const jobs = page.getByRole('region', { name: say('letters.issued:jobs.latest') })
  const job = jobs.getByRole('listitem').first()
  const stopped = job.getByText(say('letters.issued:jobs.state.stopped'), { exact: true })
  // A job that is done before anybody could stop it is begun again: the same words make no second letter.
  await expect(async () => {
    await page.getByRole('combobox', { name: say('letters.issued:jobs.kind') }).selectOption('admission-form')
    await page.getByRole('button', { name: say('letters.issued:jobs.check') }).click()
    await page.getByRole('form').getByRole('button').nth(1).click()
    await job.getByRole('button', { name: say('letters.issued:jobs.stop') }).click({ timeout: 2000 })
    await expect(stopped).toBeVisible({ timeout: 2000 })
  }).toPass()
  await job.getByRole('button', { name: say('letters.issued:jobs.resume') }).click()
  await expect(job.getByText(say('letters.issued:jobs.state.done'), { exact: true })).toBeVisible({ timeout: 60_000 })
  const printing = page.waitForEvent('download')
  await job.getByRole('button', { name: say('letters.issued:jobs.print') }).click()
  const printed = await printing
  expect(printed.suggestedFilename()).toMatch(/^Application for admission \d+\.pdf$/)
  const pages = await pdfPages(await readFile(await printed.path()))
  const letters = Number(/\d+/.exec(printed.suggestedFilename())?.[0])
  expect(pages.length).toBeGreaterThanOrEqual(letters)
  await expectGoodHouse(page, 'en', 'a job of letters')
  await expectFits(page, 'en', 'a job of letters')
})
