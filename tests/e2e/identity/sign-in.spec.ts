import { request } from 'node:http'
import type { Page } from '@playwright/test'
import { login } from '#shared/identity/sign-in.contract.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, signOutAtDesk, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const alnoor = demoSchool('alnoor')
const say = speak('en')

async function enter(page: Page, path: '/sign-in' | '/pos-sign-in', userName: string) {
  await page.goto(inLanguage(path, 'en'))
  await fillSignIn(page, say, userName, signInOf(alnoor, userName).password)
}

for (const { code, lng, turn } of byTurns('manara')) {
  test(
    `${code}: a wrong password is said above the form and nothing typed is lost`,
    turn,
    async ({ served, visit }) => {
      const words = speak(lng)
      const { page } = await visit(served.origin(code))
      await page.goto('/sign-in')
      await fillSignIn(page, words, 'finance', 'not-the-password')
      const alert = page.getByRole('alert')
      await expect(alert).toContainText(words('errors:auth.wrong-credentials'))
      await expect(alert).toBeFocused()
      await expect(page.getByLabel(words('identity.sign-in:userName.label'))).toHaveValue('finance')
      await fillSignIn(page, words, 'finance', signInOf(demoSchool(code), 'finance').password)
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        signInOf(demoSchool(code), 'finance').name[lng],
      )
    },
  )

  test(`${code}: an empty form says what is missing, field by field`, turn, async ({ served, visit }) => {
    const words = speak(lng)
    const { page } = await visit(served.origin(code))
    await page.goto('/pos-sign-in')
    await page.getByRole('button', { name: words('identity.sign-in:submit'), exact: true }).click()
    await page
      .getByRole('alert')
      .getByRole('button', { name: words('identity.sign-in:password.missing') })
      .click()
    await expect(page.getByLabel(words('identity.sign-in:password.label'), { exact: true })).toBeFocused()
    await expect(page.getByLabel(words('identity.sign-in:userName.label'))).toHaveAttribute('aria-invalid', 'true')
  })
}

test('after five wrong tries even the right password has to wait', async ({ served, visit }) => {
  // No other journey at this school signs in as this one: the server that they share remembers for a quarter of an hour.
  const locked = 'auditor'
  const { page } = await visit(served.origin('alnoor'))
  await page.goto('/sign-in')
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answered = page.waitForResponse(/\/auth\/login$/)
    await fillSignIn(page, say, locked, `wrong-${attempt}`)
    expect((await answered).status()).toBe(401)
  }
  await fillSignIn(page, say, locked, signInOf(alnoor, locked).password)
  await expect(page.getByRole('alert')).toContainText(say('errors:wait.attempts', { count: 15 }))
  await expect(page).toHaveURL(/\/sign-in/)
})

test('people come back to the page they asked for, and never to another host', async ({ served, visit }) => {
  // At Manara no flag is set, so the address asked for is kept.
  const words = speak('ar')
  const { userName, password } = signInOf(demoSchool('manara'), 'supervisor')
  const { page } = await visit(served.origin('manara'))
  await page.goto('/access-denied?x=1')
  await page.goto('/dashboard?seen=1')
  await expect(page).toHaveURL(/\/sign-in\?redirectUrl=/)
  await fillSignIn(page, words, userName, password)
  await expect(page).toHaveURL(/\/dashboard\?seen=1$/)

  for (const evil of ['https://evil.example/', '//evil.example/', '/\\evil.example/']) {
    await page.evaluate(() => localStorage.removeItem('session'))
    await page.goto(`/sign-in?redirectUrl=${encodeURIComponent(evil)}`)
    await fillSignIn(page, words, userName, password)
    await expect(page).toHaveURL(`${served.origin('manara')}/dashboard`)
  }
})

test('staff land on the dashboard, operators at the till, and neither sees a sign-in page again', async ({
  served,
  visit,
}) => {
  const staff = await visit(served.origin('alnoor'))
  await enter(staff.page, '/sign-in', 'admissions')
  await expect(staff.page).toHaveURL(/\/dashboard$/)
  for (const path of ['/sign-in', '/pos-sign-in', '/', '/no/such/page']) {
    await staff.page.goto(path)
    await expect(staff.page).toHaveURL(/\/dashboard$/)
  }
  const operator = await visit(served.origin('alnoor'))
  await enter(operator.page, '/pos-sign-in', 'operator2')
  await expect(operator.page).toHaveURL(/\/pos$/)
  for (const path of ['/sign-in', '/pos-sign-in', '/']) {
    await operator.page.goto(path)
    await expect(operator.page).toHaveURL(/\/pos$/)
  }
})

test('who may not work at a till is told so', async ({ served, visit }) => {
  const { page } = await visit(served.origin('alnoor'))
  await enter(page, '/pos-sign-in', 'admissions')
  await expect(page.getByRole('alert')).toContainText(say('errors:auth.not-an-operator'))
})

test('a page that the role does not include leads to the refusal, and on from there', async ({ served, visit }) => {
  const { page } = await visit(served.origin('alnoor'))
  await enter(page, '/sign-in', 'admissions')
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of ['/pos', '/pos/devices', '/pos/transaction-report']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/access-denied$/)
    await expect(page.getByRole('heading', { name: say('common:denied.title') })).toBeVisible()
  }
  await page.getByRole('button', { name: say('common:denied.home') }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('sign-out leads back to the entrance one came through, in every window', async ({ served, visit }) => {
  const { page, context } = await visit(served.origin('alnoor'))
  await enter(page, '/sign-in', 'finance')
  await expect(page).toHaveURL(/\/dashboard$/)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/dashboard$/)
  await signOutAtDesk(page, say)
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(other).toHaveURL(/\/sign-in$/)

  const till = await visit(served.origin('alnoor'))
  await enter(till.page, '/pos-sign-in', 'operator3')
  await expect(till.page).toHaveURL(/\/pos$/)
  await till.page.getByRole('button', { name: say('common:signOut') }).click()
  await expect(till.page).toHaveURL(/\/pos-sign-in$/)
  await till.page.goto('/')
  await expect(till.page).toHaveURL(/\/pos-sign-in$/)
})

/** One wrong password from an address of this machine that nobody else here has. */
const guess = (origin: string, userName: string, localAddress: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { host, port } = new URL(origin)
    const headers = { host, 'school-id': 'manara', 'client-id': 'manara', 'content-type': 'application/json' }
    const asked = request(
      { host: '127.0.0.1', port, localAddress, method: 'POST', path: `${apiPrefix}${login.path}`, headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    asked.on('error', reject)
    asked.end(JSON.stringify({ userName, password: 'not-the-password' }))
  })

test('manara: strangers who guess at an account do not keep its person out: the browser pays with a solved challenge', async ({
  served,
  visit,
}) => {
  const origin = served.origin('manara')
  // In no other journey this one gets in without a paired till: from where somebody got in before there is nothing to pay.
  const guessed = 'operator3'
  // As many as one address may guess, from as many addresses as fill what all of them may together.
  const statuses: number[] = []
  for (let no = 0; no < 35; no += 1) statuses.push(await guess(origin, guessed, `127.0.7.${1 + Math.floor(no / 5)}`))
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  const { page } = await visit(origin)
  const answers: (number | undefined)[] = []
  page.on('response', (response) => {
    if (response.url().endsWith(login.path)) answers.push(response.status())
  })
  await page.goto(inLanguage('/sign-in', 'en'))
  await fillSignIn(page, say, guessed, signInOf(demoSchool('manara'), guessed).password)
  await expect(page).not.toHaveURL(/sign-in/, { timeout: 60_000 })
  expect(answers).toEqual([429, 200])
})
