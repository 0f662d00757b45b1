import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { openOffice } from '#tests/support/served/served-offers.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

// A picture of one point.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const file = (name: string, content: Buffer | string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(content) })

test('alnoor: a registrar writes down a signature on paper with its scan, and looks at it again', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const word = (key: string, values?: Record<string, string | number>) => say(`admissions:offers.${key}`, values)
  const office = await openOffice(served, 'alnoor')
  const name = 'Amal Al Mana'
  const signers = [{ name, email: 'on-paper@home.example', language: 'en' as const }]
  const { student } = await office.offer({ letter: 'offer-letter', signers })
  const { page } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  const path = `/student/${student.student_id}?part=offers`
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, 'en'))
  await fillSignIn(page, say, userName, password)
  await page.getByRole('button', { name: `${word('paper')}: ${name}` }).click()
  const form = page.getByRole('form', { name: `${word('paper')}: ${name}` })
  const input = form.locator('input[type=file]')
  await expect(input).toBeFocused()
  const record = form.getByRole('button', { name: word('scan.record') })
  await record.click()
  await expect(form.getByRole('alert')).toHaveText(say('errors:offer.scan-missing'))
  await input.setInputFiles(file('signed letter.png', '<html>'))
  await record.click()
  await expect(form.getByRole('alert')).toHaveText(say('errors:document.wrong-kind'))
  await expect(form.getByText('signed letter.png')).toBeVisible()
  // What the header that stays lies over depends on how far the form has scrolled the page.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectGoodHouse(page, 'en', 'a signature on paper')
  await expectFits(page, 'en', 'a signature on paper')
  expect.soft(await smallTargets(page), 'too small').toEqual([])

  await input.setInputFiles(file('the page.png', Buffer.from(png, 'base64')))
  await record.click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText(new RegExp(`^${word('scan.by', { name: '.*' })}`))).toBeVisible()
  await page.goto(inLanguage(path, 'ar'))
  const say2 = speak('ar')
  await page.getByRole('button', { name: `${say2('admissions:offers.scan.look')}: ${name}` }).click()
  const scan = page.getByRole('img', { name: new RegExp(name) })
  await expect.poll(() => scan.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectGoodHouse(page, 'ar', 'a scan that is looked at')
  await expectFits(page, 'ar', 'a scan that is looked at')
})
