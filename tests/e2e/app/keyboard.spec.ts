import type { Page } from '@playwright/test'
import { screens } from '#tests/e2e/kit/screens.ts'
import { expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, tabTo, walkByTab } from '#tests/support/checks/keyboard.ts'
import { inLanguage, speak } from '#tests/support/records/person.ts'

/** Every page that somebody sees who is not signed in. */
const pages = [...screens.nobody, ...screens.applicant, ...screens.newcomer].map(({ path }) => path)
const more = ['/student_admission/register', '/student_admission/none', '/consent/a/b', '/']

async function expectOpenToAll(page: Page, where: string) {
  expect.soft(await walkByTab(page), `walked: ${where}`).toEqual([])
  expect.soft(await hearPage(page), `heard: ${where}`).toEqual([])
}

/** As a link does: the app stays, and who cannot see the new page is told of it by its title, which gets the focus. */
async function turnTo(page: Page, path: string) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeFocused()
  await expect(page).toHaveTitle(
    `${await title.textContent()} · ${await page.getByRole('banner').locator('span').first().textContent()}`,
  )
}

/** Sent empty by the keyboard, the form says what is wrong and leads to the first field that is. */
async function expectRefusedKindly(page: Page, where: string) {
  const form = page.locator('main form').first()
  if ((await form.locator('label').count()) === 0) return
  const send = form.locator('button[type=submit]')
  await send.focus()
  await page.keyboard.press('Enter')
  const wrong = page.locator('main [aria-invalid=true]').first()
  const at = (selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)
  await expect.poll(() => at('[role=alert], [aria-invalid=true]'), { message: where }).toBe(true)
  if (await at('[role=alert]')) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  const isThere = await wrong.evaluate((element) => element.contains(document.activeElement))
  expect.soft(isThere, `the focus is at the first wrong field: ${where}`).toBe(true)
  expect.soft(await hearPage(page), `heard, refused: ${where}`).toEqual([])
}

// The languages in turn: each page in one, each direction on half of them.
for (const [half, { code, lng }] of schools.entries()) {
  test(`${code}: every public page is walked by Tab, heard by its roles, and refuses kindly`, async ({
    served,
    visit,
  }) => {
    const { page } = await visit(served.origin(code))
    await page.goto(inLanguage('/admission-dates', lng))
    await expect(page).toHaveTitle(/·/)
    for (const path of [...pages, ...more].filter((_, no) => no % 2 === half)) {
      await test.step(path, async () => {
        await turnTo(page, path)
        await expectOpenToAll(page, path)
        await expectRefusedKindly(page, path)
      })
    }
  })

  test(`${code}: the legal texts keep the focus, and Escape gives it back`, async ({ served, visit }) => {
    const { page } = await visit(served.origin(code))
    const say = speak(lng)
    await page.goto(inLanguage(lng === 'ar' ? '/sign-in' : '/admission-dates', lng))
    for (const key of ['common:legal.terms', 'common:legal.privacy']) {
      const opener = page.getByRole('button', { name: say(key) })
      await tabTo(opener)
      await page.keyboard.press(lng === 'ar' ? 'Enter' : 'Space')
      await expect(page.getByRole('dialog', { name: say(key) })).toBeVisible()
      await expectOpenToAll(page, key)
      // Out of its last button Tab leads into it again, or to the browser's own bar.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      const isBehind = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      )
      expect(isBehind, `Tab reaches what is behind ${key}`).toBe(false)
      await page.keyboard.press('Escape')
      await expect(opener).toBeFocused()
    }
  })
}

test('on a host of no school, and of one that is not here, the page is open to all too', async ({ served, visit }) => {
  for (const host of ['localhost', 'nobody.localhost']) {
    const { page } = await visit(`http://${host}:${served.port}`)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectOpenToAll(page, host)
  }
})
