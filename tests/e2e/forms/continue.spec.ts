import { application, at, fillPage, onStep } from '#tests/e2e/kit/application.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, inLanguage, signOutAtDesk, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

for (const { code, lng, turn } of byTurns('alnoor')) {
  const say = speak(lng)

  test(
    `${code}: an application that was begun on one device is gone on with and handed in on another, once`,
    turn,
    async ({ served, visit }) => {
      // Ten pages, each looked at in four sizes.
      test.slow()
      const first = await visit(served.origin(code))
      const { page } = first
      await page.goto(inLanguage('/student_admission/register', lng))
      await page.locator('form').waitFor()
      await fillPage(page, 0)
      await page.getByRole('button', { name: say('forms:next'), exact: true }).click()
      await onStep(page, say, 2)
      await page.getByRole('button', { name: say('forms:later.open') }).click()
      await expect(page.getByLabel(say('forms:later.email'))).toHaveValue('hind@home.example')
      await expectGoodHouse(page, lng, 'go on later')
      await expectFits(page, lng, 'go on later')
      await first.context.setOffline(true)
      await page.getByRole('button', { name: say('forms:later.send') }).click()
      await expect(page.getByText(say('forms:later.offline'))).toBeVisible()
      await first.context.setOffline(false)
      await page.getByRole('button', { name: say('forms:later.send') }).click()
      await expect(page.getByText(say('forms:later.sent', { email: 'hind@home.example' }))).toBeVisible()

      const mail = await (await openMailbox(served, code)).latest('hind@home.example', 'continue-form')
      expect(mail).toMatchObject({ language: lng })
      const other = (await visit(served.origin(code))).page
      await other.goto(mail.links[0] ?? '')
      await expect(at(other, 'legal_name')).toHaveValue('Sara Al Mana')
      await expect(other).toHaveURL(/\/student_admission\/[0-9a-f-]{36}$/)
      await other.reload()
      await expect(at(other, 'writer_relation')).toHaveValue('mother')
      for (let no = 0; no < application.length; no += 1) {
        await onStep(other, say, no + 1)
        await fillPage(other, no)
        await expectGoodHouse(other, lng, `application, page ${no + 1}`)
        await expectFits(other, lng, `application, page ${no + 1}`)
        if (no === 4) await expect(at(other, 'guardians.0.email')).toHaveValue('hind@home.example')
        await other.getByRole('button', { name: say('forms:next'), exact: true }).click()
      }
      const review = other.getByRole('heading', { level: 2, name: say('forms:review.title') })
      await expect(review).toBeVisible()
      await expect(other.getByText('Aisha')).toBeVisible()
      await expectGoodHouse(other, lng, 'check your answers')
      await expectFits(other, lng, 'check your answers')
      // Who comes back is where they left off: on the last page, with nothing lost.
      await other.reload()
      await onStep(other, say, application.length)
      await other.getByRole('button', { name: say('forms:next'), exact: true }).click()
      await expect(review).toBeVisible()
      await other.getByRole('button', { name: say('forms:send'), exact: true }).click()
      await expect(other.getByRole('heading', { level: 1, name: say('forms:thanks.title.complete') })).toBeVisible()

      // The link is over, on any device; and what the first one still has cannot be received a second time.
      const third = (await visit(served.origin(code))).page
      await third.goto(mail.links[0] ?? '')
      await expect(third.getByRole('heading', { level: 1, name: say('forms:later.over') })).toBeVisible()
      await expectGoodHouse(third, lng, 'link over')
      await expectFits(third, lng, 'link over')
      await page.getByRole('button', { name: say('forms:later.send') }).click()
      await expect(page.getByText(say('errors:form.link-over'))).toBeVisible()
    },
  )
}

test('manara: who is signed in goes on with an application on any device, and chooses when two have changed it', async ({
  served,
  visit,
}) => {
  const say = speak('ar')
  const signedIn = async () => {
    const { page } = await visit(served.origin('manara'))
    const { userName, password } = signInOf(demoSchool('manara'), 'family')
    await page.goto(inLanguage('/sign-in', 'ar'))
    await fillSignIn(page, say, userName, password)
    await expect(page).toHaveURL(/\/family$/)
    await expect(page.getByRole('main').getByRole('link', { name: say('overview.family:apply') })).toBeVisible()
    return page
  }
  const phone = await signedIn()
  await phone
    .getByRole('main')
    .getByRole('link', { name: say('overview.family:apply') })
    .click()
  await phone.locator('form').waitFor()
  await at(phone, 'legal_name').fill('Sara Al Mana')
  await expect(phone.getByText(say('forms:account.copied'))).toBeVisible()

  const desk = await signedIn()
  await expectGoodHouse(desk, 'ar', 'begun forms')
  await expectFits(desk, 'ar', 'begun forms')
  await desk.getByRole('link', { name: 'Sara Al Mana' }).click()
  await expect(at(desk, 'legal_name')).toHaveValue('Sara Al Mana')
  await at(desk, 'legal_name').fill('Sara Khalid Al Mana')
  await expect(desk.getByText(say('forms:account.copied'))).toBeVisible()

  await at(phone, 'legal_name_ar').fill('سارة المناعي')
  await expect(phone.getByText(say('forms:account.elsewhere'))).toBeVisible()
  await expectGoodHouse(phone, 'ar', 'changed elsewhere')
  await expectFits(phone, 'ar', 'changed elsewhere')
  await phone.getByRole('button', { name: say('forms:account.takeOther') }).click()
  await expect(at(phone, 'legal_name')).toHaveValue('Sara Khalid Al Mana')
  await expect(phone.getByText(say('forms:account.copied'))).toBeVisible()
  await phone.reload()
  await expect(at(phone, 'legal_name')).toHaveValue('Sara Khalid Al Mana')

  // Who signs out leaves nothing to the person who sits there next.
  await phone.goto('/dashboard')
  await signOutAtDesk(phone, say)
  await expect(phone).toHaveURL(/\/sign-in/)
  await phone.goto('/admission')
  await expect(at(phone, 'legal_name')).toHaveValue('')
  await expect(phone.getByText(say('forms:found'))).toHaveCount(0)

  await desk.goto('/dashboard')
  await desk.getByRole('button', { name: say('common:dashboard.begun.drop') }).click()
  await expect(desk.getByRole('link', { name: 'Sara Khalid Al Mana' })).toHaveCount(0)
})
