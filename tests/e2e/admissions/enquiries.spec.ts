import type { Page } from '@playwright/test'
import { application, at, fillPage, onStep } from '#tests/e2e/kit/application.ts'
import { DeskVisits, FamilySide, openSchool } from '#tests/e2e/kit/enrolment.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, type Say, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const parent = 'Hind Zubair'
const email = 'hind.zubair@home.example'

/** Sends an enquiry as a family does. */
async function enquire(page: Page, say: Say) {
  await page.locator('form').waitFor()
  await at(page, 'parent_name').fill(parent)
  await at(page, 'mobile').fill('+97455123456')
  await at(page, 'email').fill(email)
  await at(page, 'children.0.name').fill('Sara Al Mana')
  const dob = at(page, 'children.0.dob')
  await dob.locator('input').first().fill('03')
  await dob.locator('select').selectOption('03')
  await dob.locator('input').last().fill('2023')
  await at(page, 'children.0.entry_year').locator('input').nth(0).check()
  await at(page, 'children.0.grade').selectOption('KG1')
  await at(page, 'message').fill('Is there a bus?')
  await at(page, 'contact_consent').check()
  await page.getByRole('button', { name: say('forms:send'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('forms:thanks.title.complete') })).toBeVisible()
}

for (const { code, lng, turn } of byTurns('alnoor')) {
  const say = speak(lng)
  const words = (key: string, values?: Record<string, string>) => say(`admissions.enquiries:${key}` as never, values)

  test(
    `${code}: a child comes from the enquiry to a confirmed place, and its family sees it at home`,
    turn,
    async ({ served, visit, putBack }) => {
      test.setTimeout(400_000)
      const school = await openSchool(served, code, putBack)
      const family = (await visit(served.origin(code))).page
      await family.goto(inLanguage('/enquiry/new', lng))
      await enquire(family, say)

      const { page } = await visit(served.origin(code))
      const { userName, password } = signInOf(demoSchool(code), 'registrar')
      await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent('/enquiries')}`, lng))
      await fillSignIn(page, say, userName, password)
      await page.getByRole('button', { name: parent, exact: true }).first().click()
      await expect(page.getByRole('complementary').getByText('Is there a bus?')).toBeVisible()
      await expectGoodHouse(page, lng, 'an enquiry')
      await expectFits(page, lng, 'an enquiry')
      await page.keyboard.press('r')
      const reply = page.getByRole('form', { name: words('reply.title') })
      await expect(reply.getByLabel(words('reply.text'))).toHaveValue(/Sara Al Mana/)
      await reply.getByRole('button', { name: words('reply.send') }).click()
      await expect(page.getByText(words('event.reply'))).toBeVisible()
      await page.keyboard.press('i')
      await expect(reply.getByLabel(words('reply.template'))).toHaveValue('enquiry-invite')
      await expect(reply.getByRole('checkbox')).toBeChecked()
      await reply.getByRole('button', { name: words('contact.cancel') }).click()

      await page.getByRole('button', { name: words('invite.whatsapp') }).click()
      const opened = page.getByRole('link', { name: words('invite.open') })
      const text = new URL((await opened.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
      const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''

      const applicant = (await visit(served.origin(code))).page
      await applicant.goto(link)
      await expect(at(applicant, 'legal_name')).toHaveValue('Sara Al Mana')
      await expect(at(applicant, 'writer_email')).toHaveValue(email)
      for (let no = 0; no < application.length; no += 1) {
        await onStep(applicant, say, no + 1)
        await fillPage(applicant, no)
        if (no === 0) {
          await at(applicant, 'writer_email').fill(email)
          await at(applicant, 'dob').locator('select').selectOption('03')
          await at(applicant, 'dob').locator('input').last().fill('2023')
        }
        await applicant.getByRole('button', { name: say('forms:next'), exact: true }).click()
      }
      await applicant.getByRole('button', { name: say('forms:send'), exact: true }).click()
      await expect(applicant.getByRole('heading', { level: 1, name: say('forms:thanks.title.complete') })).toBeVisible()

      await page.reload()
      await expect(page.getByText(words('event.applied'))).toBeVisible()
      await expect(page.getByRole('link', { name: words('panel.file') }).first()).toBeVisible()
      await page.keyboard.press('o')
      await expect(page.getByRole('heading', { name: /Sara Al Mana/ }).first()).toBeVisible()
      const student = await school.startWith(new URL(page.url()).pathname.split('/')[2] ?? '')

      const home = await FamilySide.signUp(await visit(served.origin(code)), { served, code, lng, email })
      const desk = new DeskVisits({ served, code, lng, visit, student })
      await home.sendDocuments()
      const documents = await desk.reviewDocuments()
      await desk.shortlistAndAsk()
      await home.chooseTime()
      await school.waitForInterview()
      await desk.holdInterview()
      await desk.offer()
      await home.signOffer()
      await desk.recordDeposit()
      await desk.confirm()
      await home.seesPlace()
      // Counted from the finished application: four visits to the file, by two people. Each document takes one; with six it is 18.
      expect(desk.acts() - documents, 'what staff did beside the documents').toBeLessThanOrEqual(12)
    },
  )
}
