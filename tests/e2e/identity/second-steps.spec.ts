import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { totpOff, stepUp } from '#shared/identity/second-factor.contract.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, inLanguage, signOutAtDesk, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const say = speak('en')
const of = (key: string) => say(`identity.second-factor:${key}`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The code that an app shows for this secret, so many periods of thirty seconds from now. */
const appCode = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

test('who came in by a mailed code proves who they are, sets up an app, and signs in with its code', async ({
  served,
  visit,
  putBack,
}) => {
  const { userName, password, email } = signInOf(demoSchool('alnoor'), 'hr')
  const mailbox = await openMailbox(served, 'alnoor')
  const { page } = await visit(served.origin('alnoor'))
  await page.goto(inLanguage('/otp-authentication?redirectUrl=%2Fprofile%2Fsecurity', 'en'))
  await page.getByLabel(say('identity.account:email.label')).fill(email)
  await press(page, say('identity.account:otp.submit'))
  const field = page.getByLabel(say('identity.account:code.label'))
  await expect(field).toBeVisible()
  const { code } = await mailbox.latest(email, 'sign-in-code')
  await field.fill(code)
  await press(page, say('identity.account:otp.codeSubmit'))

  await press(page, of('own.begin'))
  const dialog = page.getByRole('dialog', { name: of('stepUp.title') })
  await dialog.getByLabel(of('stepUp.password')).fill('not the password')
  await dialog.getByRole('button', { name: of('stepUp.submit') }).click()
  await expect(dialog.getByRole('alert')).toContainText(say('errors:auth.password-wrong'))
  await dialog.getByLabel(of('stepUp.password')).fill(password)
  await dialog.getByRole('button', { name: of('stepUp.submit') }).click()
  await expect(dialog).toBeHidden()

  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel(of('setUp.code')).fill(appCode(secret))
  await press(page, of('setUp.submit'))
  await expect(page.getByRole('list', { name: of('recovery.title') }).getByRole('listitem')).toHaveCount(10)
  putBack(async () => {
    const ask = schoolAsker(served, 'alnoor')
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string }).token,
    )
    await ask(stepUp, { password }, token)
    await ask(totpOff, { language: 'en' }, token)
  })
  await page.getByLabel(of('recovery.kept')).check()
  await press(page, of('recovery.done'))
  await expect(page.getByRole('button', { name: of('own.renew') })).toBeVisible()

  await signOutAtDesk(page, say)
  await fillSignIn(page, say, userName, password)
  await page.getByLabel(of('step.code')).fill('000000')
  await press(page, of('step.submit'))
  await expect(page.getByRole('alert')).toContainText(say('errors:auth.factor-wrong'))
  // The code of the next period: that of this one is used up.
  await page.getByLabel(of('step.code')).fill(appCode(secret, 1))
  await press(page, of('step.submit'))
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a passkey is made on the account page, signs in without a name, and is removed', async ({ served, visit }) => {
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  const { page, context } = await visit(served.origin('alnoor'))
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto(inLanguage('/sign-in?redirectUrl=%2Fprofile%2Fsecurity', 'en'))
  await fillSignIn(page, say, userName, password)
  await page.getByLabel(of('passkey.name')).fill('Work laptop')
  await press(page, of('passkey.add'))
  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible()

  await signOutAtDesk(page, say)
  await page.goto('/sign-in?redirectUrl=%2Fprofile%2Fsecurity')
  await press(page, of('passkey.signIn'))
  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible()
  await press(page, of('passkey.remove'))
  await expect(page.getByText(of('passkey.none'))).toBeVisible()
})
