import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, type StageSchool, schools, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, tabTo, walkByTab } from '#tests/support/checks/keyboard.ts'
import { fillSignIn, inLanguage, openProfileMenu, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const [alnoor, manara] = schools

async function enter(page: Page, { code, lng }: StageSchool, who: string, path = '/dashboard') {
  const { userName, password } = signInOf(demoSchool(code), who)
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, lng))
  await fillSignIn(page, speak(lng), userName, password)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const widthOf = async (page: Page, name: string) =>
  (await page.getByRole('navigation', { name, exact: true }).boundingBox())?.width

test('alnoor: the nav is gone through by keys, remembers how wide it is, and comes from the side on a phone', async ({
  served,
  visit,
}) => {
  const say = speak(alnoor.lng)
  const { page } = await visit(served.origin('alnoor'))
  await enter(page, alnoor, 'registrar')
  const menu = say('frame:nav.label')
  const nav = page.getByRole('navigation', { name: menu, exact: true })
  expect(await widthOf(page, menu)).toBe(80)
  const forms = nav.getByRole('link', { name: say('frame:place.forms') })
  // Who comes from another page begins at its title; who opens this one begins at its top.
  await page.reload()
  await expect(forms).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: say('common:skip') })).toBeFocused()
  await tabTo(forms)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/forms$/)
  await expect(forms).toHaveAttribute('aria-current', 'page')
  await expect(nav.locator('[aria-current]')).toHaveCount(1)
  const crumbs = page.getByRole('navigation', { name: say('frame:crumbs') })
  await expect(crumbs.getByRole('listitem')).toHaveText([say('frame:place.dashboard'), say('frame:place.forms')])
  await expectGoodHouse(page, alnoor.lng, 'narrow nav')

  await page.keyboard.press('[')
  await expect.poll(() => widthOf(page, menu)).toBe(290)
  await page.reload()
  await expect.poll(() => widthOf(page, menu)).toBe(290)
  await expectGoodHouse(page, alnoor.lng, 'wide nav')
  await expectFits(page, alnoor.lng, 'wide nav')
  expect.soft(await walkByTab(page)).toEqual([])
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(crumbs).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(nav).toBeHidden()
  await page.getByRole('button', { name: say('frame:nav.open') }).click()
  await expectGoodHouse(page, alnoor.lng, 'nav on a phone')
  expect.soft(await smallTargets(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('link', { name: say('frame:place.preAdmission') })
    .click()
  await expect(page).toHaveURL(/\/pre_admission/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('manara: search finds an Arabic name by its beginnings and opens the file, and without a network still finds pages', async ({
  served,
  visit,
}) => {
  const say = speak(manara.lng)
  const { page } = await visit(served.origin('manara'))
  await enter(page, manara, 'registrar')
  // Children of lists that other journeys import have names in one script only.
  const named = page
    .getByRole('rowheader')
    .getByRole('button')
    .filter({ hasText: /\p{Script=Arabic}/u })
  const name = (await named.first().textContent()) ?? ''
  const words = name.split(' ')
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: say('frame:search.label') })
  await expect(field).toBeFocused()
  await page.keyboard.type(`${words.at(-1)} ${words[0]?.slice(0, 2)}`)
  const options = page.getByRole('listbox', { name: say('frame:search.found') }).getByRole('option')
  const option = options.filter({ hasText: name }).first()
  await expect(option).toBeVisible()
  await expectGoodHouse(page, manara.lng, 'search')
  await expectFits(page, manara.lng, 'search')
  expect.soft(await hearPage(page)).toEqual([])
  for (let steps = 0; (await option.getAttribute('aria-selected')) !== 'true' && steps < 20; steps += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/student\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(say('frame:place.forms').slice(0, 5))
  await expect(page.getByText(say('frame:search.offline'))).toBeVisible()
  await expect(options).toHaveText([say('frame:place.forms')])
  await page.context().setOffline(false)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/forms/)
})

test('manara: what somebody chooses of the look holds at once and after coming back, and goes at a press', async ({
  served,
  visit,
}) => {
  const say = speak(manara.lng)
  const { page } = await visit(served.origin('manara'))
  await enter(page, manara, 'registrar', '/profile/appearance')
  const brand = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'))
  const ofSchool = await brand()
  const choose = (key: string) => page.getByText(say(key), { exact: true }).click()
  await choose('frame:theme.colors.violet')
  await choose('frame:theme.modes.dark')
  await choose('frame:theme.sizes.xs')
  await choose('frame:theme.bordered')
  await page.reload()
  await expect.poll(brand).toBe('#6d28d9')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectGoodHouse(page, manara.lng, 'violet, dark, very small')
  await page.goto('/dashboard')
  const field = page.getByLabel(say('students:filter.text'))
  expect((await field.boundingBox())?.height).toBeLessThan(36)
  const menu = await openProfileMenu(page)
  await expectGoodHouse(page, manara.lng, 'the menu of the profile')
  await menu.getByRole('button', { name: say('frame:theme.title') }).click()
  const panel = page.getByRole('dialog', { name: say('frame:theme.title') })
  await expectGoodHouse(page, manara.lng, 'theme settings')
  await panel.getByRole('button', { name: say('frame:theme.reset') }).click()
  await expect.poll(brand).toBe(ofSchool)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.keyboard.press('Escape')
  expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('alnoor: somebody keeps their own data, signs out elsewhere, and switches single keys off', async ({
  served,
  visit,
}) => {
  const say = speak(alnoor.lng)
  const { page } = await visit(served.origin('alnoor'))
  await enter(page, alnoor, 'finance', '/profile')
  const { page: other } = await visit(served.origin('alnoor'))
  await enter(other, alnoor, 'finance')
  await page.getByLabel(say('identity.profile:me.city')).fill('الدوحة')
  await page.getByRole('button', { name: say('identity.profile:me.save') }).click()
  await expect(page.getByText(say('identity.profile:me.saved'))).toBeVisible()
  await page.getByRole('link', { name: say('identity.profile:tabs.security') }).click()
  await page.getByLabel(say('identity.profile:password.current'), { exact: true }).fill('not this one')
  await page.getByLabel(say('identity.profile:password.next'), { exact: true }).fill('three words of nobody')
  await page.getByRole('button', { name: say('identity.profile:password.save') }).click()
  await expect(page.getByText(say('errors:auth.password-wrong'))).toBeVisible()
  await page.getByRole('button', { name: say('identity.profile:sessions.elsewhere') }).click()
  await expect(page.getByText(say('identity.profile:sessions.only'))).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/sign-in/)
  await page.goto('/profile')
  await expect(page.getByLabel(say('identity.profile:me.city'))).toHaveValue('الدوحة')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: say('frame:keys.title') })
  await keys.getByText(say('frame:keys.on')).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: say('frame:search.open') })).toBeVisible()
})

test('alnoor: what is typed while the search is still being fetched stands in its field', async ({ served, visit }) => {
  const say = speak(alnoor.lng)
  const { page } = await visit(served.origin('alnoor'))
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/assets/search-sheet-*.js', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await enter(page, alnoor, 'registrar')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.keyboard.press('/')
  await asked.promise
  await page.keyboard.type('gx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('d ')
  const field = page.getByRole('combobox', { name: say('frame:search.label') })
  await expect(field).toHaveCount(0)
  held.resolve()
  await expect(field).toBeFocused()
  await page.keyboard.type('z')
  await expect(field).toHaveValue('gd z')
  await expect(page).toHaveURL(/\/dashboard/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(field).toHaveValue('')
})

test('alnoor: the nav shows the entry of the page that one is on, however far down it stands', async ({
  served,
  visit,
}) => {
  const say = speak(alnoor.lng)
  const { page } = await visit(served.origin('alnoor'))
  await page.setViewportSize({ width: 1200, height: 420 })
  await enter(page, alnoor, 'admin', '/mails')
  await expect(page).toHaveURL(/\/mails/)
  const menu = say('frame:nav.label')
  const whole = (scope: 'navigation' | 'dialog') =>
    expect(page.getByRole(scope, { name: menu, exact: true }).locator('[aria-current]')).toBeInViewport({ ratio: 1 })
  await whole('navigation')
  await page.keyboard.press('[')
  await whole('navigation')
  await page.setViewportSize({ width: 900, height: 420 })
  await page.getByRole('button', { name: say('frame:nav.open') }).click()
  await whole('dialog')
})
