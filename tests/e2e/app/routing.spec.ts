import type { Page } from '@playwright/test'
import { detailsAddress } from '#client/platform/session/tenant.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

type Dates = { admission_start_from: string; admission_end: string; label: { en: string; ar: string } }[]

const year = { en: 'School year 2030', ar: 'العام الدراسي 2030' }

/** The school as it is, but for its admission dates. */
async function withDates(page: Page, code: string, schoolDates: Dates) {
  await page.goto('/access-denied')
  const told = await page.evaluate(
    async ([address, school]) => {
      const response = await fetch(address, { headers: { 'client-id': school } })
      return (await response.json()) as { result: object }
    },
    [detailsAddress, code] as const,
  )
  await page.route(`**${detailsAddress}`, (route) =>
    route.fulfill({ json: { result: { ...told.result, schoolDates } } }),
  )
}

for (const { code, lng, turn } of byTurns('manara')) {
  const say = speak(lng)

  test(`${code}: the admission dates are the school's, to its own midnight`, turn, async ({ served, visit }) => {
    const { page } = await visit(served.origin(code))
    await withDates(page, code, [{ admission_start_from: '2030-01-10', admission_end: '2030-03-31', label: year }])
    // Both schools are three hours ahead of UTC.
    const moments = [
      ['2030-01-09T20:59:59Z', 'soon'],
      ['2030-01-09T21:00:01Z', 'open'],
      ['2030-03-31T20:59:50Z', 'open'],
      ['2030-03-31T21:00:01Z', 'over'],
    ] as const
    for (const [at, state] of moments) {
      await page.clock.setFixedTime(at)
      await page.goto('/admission-dates')
      await expect(page.getByRole('status')).toContainText(say(`admissions.dates:state.${state}`))
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(year[lng])
    }
    await expect(page.locator('time')).toHaveCount(2)
  })

  test(
    `${code}: a school without dates says so, and one that cannot be reached too`,
    turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      await withDates(page, code, [])
      await page.goto('/admission-dates')
      await expect(page.getByRole('status')).toContainText(say('admissions.dates:state.none'))
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)

      const first = await visit(served.origin(code))
      await first.page.route(`**${detailsAddress}`, (route) => route.abort())
      await first.page.goto('/admission-dates?lng=ar')
      await expect(first.page.getByRole('status')).toContainText(speak('ar')('admissions.dates:unknown'))
    },
  )

  test(`${code}: a visitor meets the page of a school that shows one`, turn, async ({ served, visit }) => {
    const { page } = await visit(served.origin('manara'))
    const words = (key: string) => say(`admissions.school-page:${key}`)
    await page.goto(inLanguage('/no/such/page', lng))
    const notice = page.getByRole('status').filter({ hasText: '/no/such/page' })
    await expect(notice).toContainText(say('address:unknown'))
    await expect(notice).toContainText(say('address:home'))
    await notice.getByRole('button', { name: say('common:close') }).click()
    await expect(notice).toHaveCount(0)
    await withDates(page, 'manara', [{ admission_start_from: '2030-01-10', admission_end: '2030-03-31', label: year }])
    await page.clock.setFixedTime('2030-02-01T09:00:00Z')
    await page.goto(`/?lng=${lng}`)
    await expect(page.getByRole('heading', { level: 1, name: demoSchool('manara').name[lng] })).toBeVisible()
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(year[lng])
    await page.getByRole('link', { name: words('apply') }).click()
    await expect(page).toHaveURL(/\/admission$/)
    await page.goBack()
    await expect(page.getByRole('link', { name: words('enquire') })).toHaveAttribute('href', '/enquiry/new')
    await expect(page.getByRole('link', { name: words('tills') })).toHaveAttribute('href', '/pos-sign-in')

    await page.clock.setFixedTime('2030-05-01T09:00:00Z')
    await page.reload()
    await expect(page.getByText(words('state.over'))).toBeVisible()
    await expect(page.getByRole('link', { name: words('apply') })).toHaveCount(0)
  })

  test(
    `${code}: a page that stands alone is the same for staff, and brings no part that it does not need`,
    turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      const fetched: string[] = []
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
      await page.goto('/admission-dates')
      const title = page.getByRole('heading', { level: 1, name: say('admissions.dates:title') })
      await expect(title).toBeVisible()
      expect(fetched.filter((path) => /mantine|entry-layout|app-layout/.test(path))).toEqual([])
      const { userName, password } = signInOf(demoSchool(code), 'admissions')
      await page.goto('/sign-in')
      await fillSignIn(page, say, userName, password)
      await expect(page).toHaveURL(/\/dashboard$/)
      await page.goto('/admission-dates?from=mail')
      await expect(title).toBeVisible()
      await expect(page).toHaveURL(/\/admission-dates\?from=mail$/)
    },
  )

  test(
    `${code}: the legal texts are as large as the window allows, up to 1000 by 550`,
    turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(code))
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/admission-dates')
      await page.getByRole('button', { name: say('common:legal.terms') }).click()
      const dialog = page.getByRole('dialog')
      await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(1000)
      await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(550)
      await dialog.getByRole('button', { name: say('common:close') }).click()
      await expect(dialog).toBeHidden()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: say('common:legal.privacy') }).click()
      await expect.poll(async () => (await dialog.boundingBox())?.width ?? 999).toBeLessThanOrEqual(390)
    },
  )
}

test('a stranger who asked for a page behind sign-in, for one that is nowhere, and for one by a token', async ({
  served,
  visit,
}) => {
  const { page } = await visit(served.origin('alnoor'))
  await page.goto('/pos/devices?kind=till')
  await expect(page).toHaveURL(/\/sign-in\?redirectUrl=%2Fpos%2Fdevices%3Fkind%3Dtill$/)
  const { userName, password } = signInOf(demoSchool('alnoor'), 'supervisor')
  await fillSignIn(page, speak('en'), userName, password)
  await expect(page).toHaveURL(/\/pos\/devices\?kind=till$/)
  await page.goto('/enquiry/nothing/like/this')
  await expect(page).toHaveURL(/\/dashboard$/)
  const notice = page.getByRole('status').filter({ hasText: '/enquiry/nothing/like/this' })
  await expect(notice).toContainText(speak('en')('address:unknown'))
  // A signed-in person sees what a token opens inside the app's layout.
  await page.goto('/documents#token=none')
  await expect(page.getByRole('heading', { level: 1, name: speak('en')('link:over') })).toBeVisible()
  await expect(page.getByRole('navigation', { name: speak('en')('frame:nav.label'), exact: true })).toBeVisible()
})

test('a screen that fails says so with what is known of it, and leaves a way on', async ({ served, browser }) => {
  // Not watched as other visits are: the mistake is made on purpose.
  const context = await browser.newContext({ baseURL: served.origin('alnoor'), locale: 'en-GB' })
  const page = await context.newPage()
  const broken = "export const component = () => { throw new Response('', { status: 418, statusText: 'Teapot' }) }"
  await page.route(/assets\/first\/admission-dates-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: broken }),
  )
  await page.goto('/admission-dates')
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('Something went wrong')
  await expect(alert).toContainText('418 Teapot')
  await alert.getByRole('link').click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await context.close()
})
