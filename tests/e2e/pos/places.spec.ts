import type { Locator, Page } from '@playwright/test'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { byTurns, expect, type StageSchool, schools, test } from '#tests/e2e/kit/stage.ts'
import { keptBy } from '#tests/support/checks/kept.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { carefreePupils, demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const phone = { width: 390, height: 844 }
const sizes = [phone, { width: 820, height: 1180 }, { width: 1024, height: 768 }, { width: 1280, height: 800 }]

/** In the window, with nothing lying over its middle. */
async function expectInReach(target: Locator, what: string) {
  await expect.soft(target, what).toBeInViewport({ ratio: 0.99 })
  const isOnTop = await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect.soft(isOnTop, `nothing lies over ${what}`).toBe(true)
}

/** Whether two things share a pixel: a notice lets taps through, but hides what is under it. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('one of them is not on the screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

async function signInAsSupervisor(page: Page, { code, lng }: StageSchool) {
  const { userName, password } = signInOf(demoSchool(code), 'supervisor')
  await page.goto('/sign-in')
  await fillSignIn(page, speak(lng), userName, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  // The address changes first: until the new page is drawn the form to sign in stays, and it has links of its own.
  const [welcome = ''] = speak(lng)('common:dashboard.welcome').split('{{')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(welcome.trim())
}

for (const { code, turn } of byTurns('alnoor')) {
  test(
    `${code}: with a full cart Pay is in reach on every screen, and a notice covers nothing`,
    turn,
    async ({ served, unpack }) => {
      const { till, school } = await openTill({ served, unpack, code, tillCode: '03', userName: 'supervisor' })
      const { page } = till
      const [pupil] = carefreePupils(school)
      if (!pupil) throw new Error('the demo school has no pupil who may spend freely')
      await till.chooseCustomer(pupil.admissionNo, pupil)
      const { categories, items } = school.catalogue
      const plain = items.filter(({ modifierGroupIds, active }) => active && modifierGroupIds.length === 0)
      for (const { name } of plain.slice(0, 8)) await till.put(name.en)
      await expect(till.cart.getByRole('listitem')).toHaveCount(8)
      const rail = page.getByRole('navigation', { name: till.say('pos.till:goods.categories') })
      const notice = page.getByRole('status').filter({ hasText: till.say('pos.till:notice.unknownCode') })
      for (const size of sizes) {
        const at = `at ${size.width}×${size.height}`
        await page.setViewportSize(size)
        await till.scan('00000000')
        await expect(notice).toContainText('00000000')
        const pay = till.button('pos.till:pay.open')
        await expectInReach(pay, `Pay ${at}`)
        expect.soft(await overlap(notice, pay), `the notice and Pay ${at}`).toBe(false)
        for (const { name } of [categories[0], categories.at(-1)].filter((category) => category !== undefined)) {
          const category = rail.getByRole('button', { name: name[till.lng], exact: true })
          await category.scrollIntoViewIfNeeded()
          await expectInReach(category, `${name.en} ${at}`)
          expect.soft(await overlap(notice, category), `the notice and ${name.en} ${at}`).toBe(false)
        }
        const customer = till.cart.getByRole('region', { name: till.say('pos.till:customer.title') })
        await customer.scrollIntoViewIfNeeded()
        expect.soft(await overlap(notice, customer), `the notice and the customer ${at}`).toBe(false)
      }
    },
  )
}

test('back leads to the line that was left, and the browser storage knows nothing of it', async ({ served, visit }) => {
  const { page } = await visit(served.origin('alnoor'))
  await signInAsSupervisor(page, schools[0])
  await page.setViewportSize({ width: 390, height: 360 })
  const link = page.getByRole('main').getByRole('link').last()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeGreaterThan(100)
  // Parts of the page come later: the last link of an early one may stand in the window.
  await expect(link).not.toBeInViewport()
  // Reached, measured and pressed in one go: a press by the mouse may scroll a little more.
  const far = await link.evaluate((element: HTMLElement) => {
    element.scrollIntoView({ behavior: 'instant' })
    const top = scrollY
    element.click()
    return top
  })
  expect(far).toBeGreaterThan(100)
  await expect(page).not.toHaveURL(/\/dashboard$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(far)
  await page.reload()
  expect((await keptBy(page)).sessionStorage).toEqual({})
})

test('a part that cannot be loaded says so within the frame, as one page', async ({ served, visit }) => {
  const signedIn = await visit(served.origin('alnoor'))
  await signInAsSupervisor(signedIn.page, schools[0])
  const session = await signedIn.page.evaluate(() => localStorage.getItem('session') ?? '')
  const { page } = await visit(served.origin('alnoor'))
  await page.addInitScript((text) => localStorage.setItem('session', text), session)
  await page.route(/\/assets\/counter-[^/]+\.js$/, (route) => route.abort())
  await page.goto('/pos/devices')
  await expect(page.getByRole('alert')).toContainText(speak('en')('common:crash.safe'))
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeVisible()
})
