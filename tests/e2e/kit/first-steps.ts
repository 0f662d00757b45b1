import type { Page } from '@playwright/test'
import type { Language } from '#tests/support/checks/words.ts'
import { inLanguage, speak } from '#tests/support/records/person.ts'
import { expectFits, expectGoodHouse } from './house.ts'
import { expect, test, type Visit } from './stage.ts'

interface FirstSteps {
  /** Of the administrator of a school in Kuwait, signed in at the home page. */
  page: Page
  lng: Language
  origin: string
  visit: (origin: string) => Promise<Visit>
  signIn: (page: Page) => Promise<void>
}

/** Walks through the first steps of a new school as far as they can be taken without a tablet and colleagues. */
export async function takeFirstSteps({ page, lng, origin, visit, signIn }: FirstSteps): Promise<void> {
  const say = speak(lng)
  const words = (key: string) => say(`school.settings:${key}`)
  const at = (name: string) => expect(page).toHaveURL(`${origin}/settings/start/${name}`)
  const press = async (key: string) => {
    // The button saves what is shown, once it is there.
    if (key === 'save') await expect(page.locator('main form')).toBeVisible()
    await page.getByRole('button', { name: words(`start.wizard.${key}`), exact: true }).click()
  }
  const heading = (text: string) => expect(page.getByRole('heading', { level: 1, name: text })).toBeVisible()

  await test.step('the first steps begin at the home page, and say what is wrong before they go on', async () => {
    await page.getByRole('link', { name: words('start.go'), exact: true }).click()
    await at('names')
    await page.getByLabel(words('names.email'), { exact: true }).fill('no address')
    await press('save')
    await expect(page.getByText(words('wrongTitle'))).toBeVisible()
    await page.getByLabel(words('names.email'), { exact: true }).fill('office@pearl.example')
    await page.keyboard.press('Enter')
    await at('calendar')
    await expect(page.getByText('Asia/Kuwait').first()).toBeVisible()
    await expectGoodHouse(page, lng, 'first steps: calendar')
    await expectFits(page, lng, 'first steps: calendar')
    await press('save')
    await at('days')
    await press('save')
    await at('look')
    await expect(
      page
        .getByRole('navigation', { name: words('start.wizard.steps') })
        .getByRole('link')
        .first(),
    ).toContainText(words('start.state.done'))
  })

  await test.step('they go on at the same place on another device', async () => {
    const { page: other } = await visit(origin)
    await signIn(other)
    await other.goto(origin + inLanguage('/settings/start/next', lng))
    await expect(other).toHaveURL(/\/settings\/start\/look/)
    await other.close()
  })

  await test.step('a step is skipped, and the tills have what is usual in the country', async () => {
    await press('skip')
    await at('places')
    await press('goOn')
    await at('tills')
    await heading(words('page.tills.title'))
    await expect(page.getByLabel(words('tills.currency'))).toHaveValue('KWD')
    await expectFits(page, lng, 'first steps: tills')
    await press('save')
    await at('catalogue')
    await press('goOn')
  })

  await test.step('the next school year and its admission are filled in', async () => {
    await at('years')
    await expect(page.getByLabel(words('years.startsOn'))).toHaveValue(/^20\d\d-09-\d\d$/)
    await press('save')
    await at('grades')
    await heading(words('page.grades.title'))
    await press('save')
    await at('admission')
    await expect(page.getByLabel(words('admission.endsOn'))).toHaveValue(/^20\d\d-09-\d\d$/)
    await expectGoodHouse(page, lng, 'first steps: admission')
    await press('save')
    await at('fees')
    await press('skip')
    await at('people')
    await press('goOn')
    await expect(page).toHaveURL(`${origin}/settings/start`)
    await expect(page.getByText(words('start.state.done'), { exact: true })).toHaveCount(2)
    await page.goto(`${origin}/settings/years`)
    await expect(page.getByLabel(words('years.startsOn'))).toHaveValue(/^20\d\d-09-\d\d$/)
  })
}
