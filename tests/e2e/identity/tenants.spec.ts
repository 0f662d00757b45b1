import type { Page } from '@playwright/test'
import { expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { inLanguage, speak } from '#tests/support/records/person.ts'
import { serveSchools } from '#tests/support/served/served-school.ts'
import { demoSchool } from '#tests/support/served/served-school-demo.ts'

interface Manifest {
  id: string
  name: string
  start_url: string
  theme_color: string
  icons: { src: string }[]
}

/** Asked by the page itself: only a browser knows where `*.localhost` leads. */
const manifestOf = (page: Page): Promise<Manifest> =>
  page.evaluate(async () => (await fetch('/manifest.webmanifest')).json() as Promise<never>)
const statusOf = (page: Page, path: string) => page.evaluate(async (asked) => (await fetch(asked)).status, path)

for (const { code, lng, dir } of schools) {
  test(`${code} shows its own name, colour, icons and first language`, async ({ served, visit }) => {
    const school = demoSchool(code)
    const { page } = await visit(served.origin(code))
    await page.goto('/')
    // One leads visitors to the sign-in, the other shows them its own page.
    const title = code === 'alnoor' ? speak(lng)('identity.sign-in:title') : school.name[lng]
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lng)
    await expect(page.locator('html')).toHaveAttribute('dir', dir)
    await expect(page.getByRole('banner')).toContainText(school.name[lng])

    const brand = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'))
    const manifest = await manifestOf(page)
    expect(brand.trim().toLowerCase()).toBe(manifest.theme_color.toLowerCase())
    expect(manifest.name).toContain(school.name[lng])
    for (const { src } of manifest.icons) expect(await statusOf(page, src), src).toBe(200)
  })
}

test('two schools are two apps: other manifest, other colour, other storage', async ({ served, visit }) => {
  const seen = []
  for (const { code } of schools) {
    const { page } = await visit(served.origin(code))
    await page.goto('/sign-in')
    const manifest = await manifestOf(page)
    seen.push([manifest.id, manifest.name, manifest.theme_color])
  }
  const [alnoor = [], manara = []] = seen
  for (const [i, value] of alnoor.entries()) expect(value).not.toBe(manara[i])
})

for (const { lng } of schools) {
  test(`a bare address leads to the addresses of the schools in ${lng}, whatever was chosen before`, async ({
    served,
    visit,
  }) => {
    const say = speak(lng)
    const { page } = await visit(`http://localhost:${served.port}`)
    await page.goto(inLanguage('/', lng))
    await page.evaluate(() => localStorage.setItem('school-id', 'alnoor'))
    await page.goto('/sign-in')
    await expect(page.getByRole('heading', { name: say('common:chooseSchool.title') })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    const names = page.getByRole('main').getByRole('link')
    await expect(names).toHaveCount(schools.length)
    await names.filter({ hasText: demoSchool('manara').name[lng] }).click()
    await expect(page).toHaveURL(`${served.origin('manara')}/`)
    await expect(page.getByRole('banner')).toContainText(/Manara School|مدرسة المنارة/)
  })
}

test('in a test the choice is made on the bare address, and remembered', async ({ visit }) => {
  const say = speak('en')
  const trial = await serveSchools({ NODE_ENV: 'test' })
  try {
    const { page } = await visit(`http://127.0.0.1:${trial.port}`)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: say('common:chooseSchool.title') })).toBeVisible()
    const names = page.getByRole('main').getByRole('button')
    await expect(names).toHaveCount(schools.length)
    await names.filter({ hasText: demoSchool('manara').name.en }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/./)
    await expect(page.getByRole('banner')).toContainText(/Manara School|مدرسة المنارة/)
    await page.reload()
    await expect(page.getByRole('banner')).toContainText(/Manara School|مدرسة المنارة/)
  } finally {
    await trial.remove()
  }
})

for (const { lng } of schools) {
  test(`an address of no school says so in ${lng}, and shows nobody else's page`, async ({ served, visit }) => {
    const { page } = await visit(served.origin('nosuchschool'))
    await page.goto(inLanguage('/sign-in', lng))
    await expect(page.getByRole('heading', { name: speak(lng)('common:unknownSchool.title') })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('nosuchschool')
    for (const { code } of schools) await expect(page.getByText(demoSchool(code).name[lng])).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
  })
}
