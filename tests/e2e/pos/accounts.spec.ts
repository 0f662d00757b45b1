import type { Page } from '@playwright/test'
import { login } from '#tests/support/checks/plain-login.ts'
import { changePassword } from '#shared/identity/profile.contract.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, type StageSchool, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, type Say, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const password = 'seven quiet camels'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function fillSignUp(page: Page, say: Say, email: string, word = password) {
  await page.getByLabel(say('identity.account:name.label')).fill('Salma Nasser')
  await page.getByLabel(say('identity.account:email.label')).fill(email)
  await page.getByLabel(say('identity.account:newPassword.label'), { exact: true }).fill(word)
  await press(page, say('identity.account:signUp.submit'))
}

async function inOrder(page: Page, { lng }: StageSchool, where: string) {
  await expectGoodHouse(page, lng, where)
  await expectFits(page, lng, where)
}

for (const school of byTurns('alnoor')) {
  const { code, lng } = school
  const say = speak(lng)

  test(
    `${code}: a family opens an account, confirms it by the code of the mail and signs in`,
    school.turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      await page.goto('/sign-in')
      await page.getByRole('link', { name: say('identity.sign-in:noAccount.link') }).click()
      await fillSignUp(page, say, 'salma@home.example')
      await expect(heading(page, say('identity.account:verify.title'))).toBeVisible()
      await inOrder(page, school, 'account verify code')
      const mail = await (await openMailbox(served, code)).latest('salma@home.example', 'verify-account')
      expect(mail).toMatchObject({ language: lng })
      expect(mail.links[0]).toContain(`${served.origin(code)}/verify-account?lng=${lng}#token=`)

      const field = page.getByLabel(say('identity.account:code.label'))
      await field.fill(mail.code === '123456' ? '654321' : '123456')
      await press(page, say('identity.account:verify.submit'))
      await expect(page.getByRole('alert')).toContainText(say('errors:auth.code-wrong'))
      await expect(field).not.toHaveValue('')
      // A reload in the middle loses nothing: the page still waits for the same code.
      await page.reload()
      await field.fill(`${mail.code.slice(0, 3)} ${mail.code.slice(3)}`)
      await press(page, say('identity.account:verify.submit'))
      await expect(heading(page, say('identity.account:verify.doneTitle'))).toBeVisible()
      await inOrder(page, school, 'account verify done')
      await page.getByRole('link', { name: say('identity.account:verify.doneLink') }).click()
      await fillSignIn(page, say, 'Salma@Home.Example', password)
      await expect(page).toHaveURL(/\/family$/)
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: say('overview.family:empty.apply') })).toBeVisible()
    },
  )

  test(
    `${code}: who has not confirmed yet is led there, and the link of a mail does it without staying in the address`,
    school.turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      await page.goto('/sign-up')
      await fillSignUp(page, say, 'late@home.example')
      await expect(heading(page, say('identity.account:verify.title'))).toBeVisible()
      await page.goto('/sign-in')
      await fillSignIn(page, say, 'late@home.example', password)
      await expect(page).toHaveURL(/\/verify-account$/)
      await expect(page.getByLabel(say('identity.account:known.label'))).toHaveValue('late@home.example')
      await press(page, say('identity.account:verify.askSubmit'))
      await expect(page.getByLabel(say('identity.account:code.label'))).toBeVisible()
      const mail = await (await openMailbox(served, code)).latest('late@home.example', 'verify-account')
      await page.goto(mail.links[0] ?? '')
      await expect(heading(page, say('identity.account:verify.linkTitle'))).toBeVisible()
      await expect(page).toHaveURL(`${served.origin(code)}/verify-account`)
      await page.reload()
      await press(page, say('identity.account:verify.linkSubmit'))
      await expect(heading(page, say('identity.account:verify.doneTitle'))).toBeVisible()

      await page.goto('/sign-in')
      await page.goto(mail.links[0] ?? '')
      await press(page, say('identity.account:verify.linkSubmit'))
      await expect(page.getByRole('alert')).toContainText(say('errors:auth.link-over'))
      await inOrder(page, school, 'account link over')
      await press(page, say('identity.account:verify.another'))
      await expect(page.getByLabel(say('identity.account:known.label'))).toBeVisible()
    },
  )

  test(
    `${code}: a forgotten password is replaced, and who was signed in is signed out`,
    school.turn,
    async ({ served, visit }) => {
      const { userName, email, password: old } = signInOf(demoSchool(code), 'head')
      const { page } = await visit(served.origin(code))
      const { page: elsewhere } = await visit(served.origin(code))
      await elsewhere.goto('/sign-in')
      await fillSignIn(elsewhere, say, userName, old)
      await expect(elsewhere).toHaveURL(/\/dashboard$/)

      await page.goto('/sign-in')
      await page.getByRole('link', { name: say('identity.sign-in:forgot') }).click()
      await page.getByLabel(say('identity.account:known.label')).fill(userName)
      await press(page, say('identity.account:forgot.submit'))
      await expect(heading(page, say('identity.account:forgot.sentTitle'))).toBeVisible()
      await inOrder(page, school, 'account forgot sent')
      const mail = await (await openMailbox(served, code)).latest(email, 'reset-password')
      await page.goto(mail.links[0] ?? '')
      await expect(page).toHaveURL(`${served.origin(code)}/reset-password`)
      const field = page.getByLabel(say('identity.account:newPassword.label'), { exact: true })
      await field.fill('tooshort')
      await press(page, say('identity.account:reset.submit'))
      await expect(page.getByRole('alert')).toContainText(say('identity.account:newPassword.short', { count: 10 }))
      await field.fill('Password123')
      await press(page, say('identity.account:reset.submit'))
      await expect(page.getByRole('alert')).toContainText(say('errors:auth.password-common'))
      await inOrder(page, school, 'account reset refused')
      await field.fill(password)
      await press(page, say('identity.account:reset.submit'))
      await expect(heading(page, say('identity.account:reset.doneTitle'))).toBeVisible()

      await elsewhere.reload()
      await expect(elsewhere).toHaveURL(/\/sign-in/)
      await fillSignIn(elsewhere, say, userName, password)
      await expect(elsewhere).toHaveURL(/\/dashboard$/)
      // Other journeys sign the same person in.
      const ask = schoolAsker(served, code)
      const { token } = await ask(login, { userName, password })
      await ask(changePassword, { current: password, password: old, language: 'en' }, token)
    },
  )

  test(
    `${code}: a code by mail signs in, two seconds later, where one wanted to go`,
    school.turn,
    async ({ served, visit }) => {
      const { email } = signInOf(demoSchool(code), 'it')
      const { page } = await visit(served.origin(code))
      await page.goto('/otp-authentication?redirectUrl=%2Fmails')
      await press(page, say('identity.account:otp.submit'))
      await expect(page.getByRole('alert')).toContainText(say('identity.account:known.missing'))
      await page.getByLabel(say('identity.account:known.label')).fill(email)
      await press(page, say('identity.account:otp.submit'))
      await expect(heading(page, say('identity.account:otp.codeTitle'))).toBeVisible()
      await expect(page.getByText(/0:(30|2\d)/)).toBeVisible()
      await inOrder(page, school, 'account otp code')
      const mail = await (await openMailbox(served, code)).latest(email, 'sign-in-code')
      const arabic = [...mail.code].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('')
      await page.getByLabel(say('identity.account:code.label')).fill(arabic)
      const since = Date.now()
      await press(page, say('identity.account:otp.codeSubmit'))
      await expect(heading(page, say('identity.account:otp.doneTitle'))).toBeVisible()
      await expect(page).toHaveURL(/\/mails$/)
      expect(Date.now() - since).toBeGreaterThanOrEqual(2000)
      await expect(page.getByText(mail.code).first()).toBeVisible()
      await inOrder(page, school, 'mails')
    },
  )
}

test('a second family of one address opens its own account by the mail that says there is one', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const { email } = signInOf(demoSchool('alnoor'), 'family')
  const { page } = await visit(served.origin('alnoor'))
  await page.goto('/sign-up')
  await fillSignUp(page, say, email)
  await expect(heading(page, say('identity.account:verify.title'))).toBeVisible()
  const mail = await (await openMailbox(served, 'alnoor')).latest(email, 'address-known')
  await page.goto(mail.links.at(-1) ?? '')
  await expect(heading(page, say('identity.account:join.title'))).toBeVisible()
  await expect(page).toHaveURL(/\/sign-up$/)
  await expectGoodHouse(page, 'en', 'account join')
  await expectFits(page, 'en', 'account join')
  await page.getByLabel(say('identity.account:name.label')).fill('Sami Darwish')
  await page.getByLabel(say('identity.account:newPassword.label'), { exact: true }).fill(password)
  const userName = page.getByLabel(say('identity.account:userName.label'))
  await userName.fill('family')
  await press(page, say('identity.account:join.submit'))
  await expect(page.getByRole('alert')).toContainText(say('errors:auth.user-name-taken'))
  await userName.fill('sami')
  await press(page, say('identity.account:join.submit'))
  await expect(page).toHaveURL(/\/family$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sami')
})
