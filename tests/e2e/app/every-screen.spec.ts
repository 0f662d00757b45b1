import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expectTidyBrowser } from '#tests/e2e/kit/kept.ts'
import { type Screen, screens, type Visitor } from '#tests/e2e/kit/screens.ts'
import { byTurns, expect, type StageSchool, test } from '#tests/e2e/kit/stage.ts'
import { axeFindings } from '#tests/support/checks/axe.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const isStranger = (visitor: Visitor) => ['nobody', 'applicant', 'newcomer'].includes(visitor)

async function signIn(page: Page, school: StageSchool, visitor: Visitor) {
  if (isStranger(visitor)) return
  const { userName, password, role } = signInOf(demoSchool(school.code), visitor)
  await page.goto(role === 'operator' ? '/pos-sign-in' : '/sign-in')
  await fillSignIn(page, speak(school.lng), userName, password)
  await expect(page).toHaveURL(/\/(dashboard|family|pos)$/)
}

async function open(page: Page, { lng }: StageSchool, { path, heading }: Screen) {
  await page.goto(path)
  const title = page.getByRole('heading', { level: 1 })
  await expect(
    heading === 'any' ? title : page.getByRole('heading', { level: 1, name: speak(lng)(heading.key) }),
  ).toBeVisible()
}

const expectMode = (page: Page, mode: 'light' | 'dark') =>
  expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', mode)

async function lookInLight(page: Page, school: StageSchool, visitor: Visitor, { path }: Screen) {
  await expectMode(page, 'light')
  await expectGoodHouse(page, school.lng, `${path}, light`)
  await expectFits(page, school.lng, `${visitor} ${path}`)
  await expectTidyBrowser(page, demoSchool(school.code), isStranger(visitor) ? 'nobody' : 'staff', path)
}

async function lookInDark(page: Page, { path }: Screen) {
  await expectMode(page, 'dark')
  expect.soft(await axeFindings(page, 'contrast'), `${path}, dark`).toEqual([])
}

for (const [i, visitor] of (Object.keys(screens) as Visitor[]).entries()) {
  for (const school of byTurns(i % 2 === 0 ? 'manara' : 'alnoor')) {
    test(
      `${school.code}, ${visitor}: every screen is in order, in light and dark`,
      school.turn,
      async ({ served, visit }) => {
        // Every screen in four sizes and two modes: longer than one journey.
        test.slow()
        const { page } = await visit(served.origin(school.code))
        const say = speak(school.lng)
        await signIn(page, school, visitor)
        for (const [i, screen] of screens[visitor].entries()) {
          await test.step(screen.path, async () => {
            await open(page, school, screen)
            // By turns a screen comes up in the light and is darkened, or comes up in the dark, as it was left, and is lit.
            if (i % 2 === 0) await lookInLight(page, school, visitor, screen)
            else await lookInDark(page, screen)
            await page
              .getByRole('button', { name: say(i % 2 === 0 ? 'common:mode.dark' : 'common:mode.light') })
              .click()
            if (i % 2 === 0) await lookInDark(page, screen)
            else await lookInLight(page, school, visitor, screen)
          })
        }
      },
    )
  }
}

for (const school of byTurns('manara')) {
  test(
    `${school.code}: the legal texts open in dialogs that are in order too`,
    school.turn,
    async ({ served, visit }) => {
      const { page } = await visit(served.origin(school.code))
      const say = speak(school.lng)
      await page.goto('/sign-in')
      for (const key of ['common:legal.terms', 'common:legal.privacy']) {
        await page.getByRole('button', { name: say(key) }).click()
        const dialog = page.getByRole('dialog', { name: say(key) })
        await expect(dialog).toBeVisible()
        await expectGoodHouse(page, school.lng, key)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
    },
  )

  test(`${school.code}: switching the language keeps what was typed`, school.turn, async ({ served, visit }) => {
    const { page } = await visit(served.origin(school.code))
    const other = school.lng === 'ar' ? 'en' : 'ar'
    await page.goto('/sign-in')
    const field = page.getByLabel(speak(school.lng)('identity.sign-in:userName.label'))
    await field.fill('hal')
    await page.getByRole('button', { name: other === 'ar' ? 'العربية' : 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', other === 'ar' ? 'rtl' : 'ltr')
    await expect(page.getByLabel(speak(other)('identity.sign-in:userName.label'))).toHaveValue('hal')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
  })
}
