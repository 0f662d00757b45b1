import type { Page } from '@playwright/test'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, type StageSchool, schools, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, type Say, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const drawn = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="${fill}"/></svg>`,
  )
const scripted = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>',
)

async function enter(page: Page, { code, lng }: StageSchool, path: string) {
  const { userName, password } = signInOf(demoSchool(code), 'admin')
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, lng))
  await fillSignIn(page, speak(lng), userName, password)
  await page.waitForURL(`**${path}`)
}

const openPage = async (page: Page, say: Say, group: string) => {
  await page.goto(`/settings/${group}`)
  await expect(page.getByRole('form', { name: say(`school.settings:page.${group}.title`) })).toBeVisible()
}

const save = (page: Page, say: Say) => page.getByRole('button', { name: say('school.settings:save'), exact: true })

/** Asks the server as the person of this page. */
const ask = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([to, input]) => {
      const { token } = JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const method = input ? { method: 'post', body: JSON.stringify(input) } : {}
      const response = await fetch(`/api/v1/oa/settings/${to}`, { headers, ...method })
      return (await response.json()) as Record<string, { version: number; values: object }>
    },
    [path, body] as const,
  )

/** Remembers the settings as they are, and returns the way back to them. */
async function remember(page: Page): Promise<() => Promise<void>> {
  const before = await ask(page, 'school')
  const logo = await page.evaluate(async () => {
    const src = document.querySelector('header img')?.getAttribute('src')
    return src ? (await fetch(src)).text() : ''
  })
  return async () => {
    const now = await ask(page, 'school')
    for (const group of ['names', 'look', 'admission'])
      await ask(page, 'school', { settings: { group, seen: now[group]?.version, values: before[group]?.values } })
    await ask(page, 'logo', { seen: now['logo']?.version, logo: { kind: 'svg', data: logo } })
  }
}

for (const school of byTurns('alnoor')) {
  const { code, lng, turn } = school
  test(
    `${code}: an administrator changes name, logo and colour, and the sign-in page shows them`,
    turn,
    async ({ served, visit, putBack }) => {
      const say = speak(lng)
      const { page } = await visit(served.origin(code))
      await enter(page, school, '/settings')
      await expect(page.getByRole('link', { name: say('school.settings:page.look.title') })).toBeVisible()
      await expectGoodHouse(page, lng, 'settings')
      await expectFits(page, lng, 'settings')

      await openPage(page, say, 'names')
      await expectGoodHouse(page, lng, 'settings names')
      await expectFits(page, lng, 'settings names')
      const label = say(`editor:in.${lng}`, { label: say('school.settings:names.name') })
      const field = page.getByLabel(label)
      putBack(await remember(page))
      await page.getByLabel(say('school.settings:names.website')).fill('www.school')
      await save(page, say).click()
      await expect(page.getByRole('alert').first()).toContainText(say('school.settings:wrong.website'))
      await page.getByLabel(say('school.settings:names.website')).fill('https://www.school.example')
      await field.fill('Al Bayan بيان')
      await save(page, say).click()
      await expect(page.getByText(say('school.settings:saved'))).toBeVisible()
      await expect(page.getByRole('banner')).toContainText('Al Bayan بيان')

      await openPage(page, say, 'look')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: scripted })
      await expect(page.getByText(say('school.settings:logo.refused.unsafe'))).toBeVisible()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'b.svg', mimeType: 'image/svg+xml', buffer: drawn('#1d4ed8') })
      await expect(page.getByText(say('school.settings:logo.done'))).toBeVisible()
      const colour = page.getByLabel(say('school.settings:look.code'))
      await colour.fill('#ffd600')
      await expect(page.getByText(say('school.settings:look.darker'))).toBeVisible()
      await expectGoodHouse(page, lng, 'settings look')
      await expectFits(page, lng, 'settings look')
      await colour.fill('#7a1f3d')
      await save(page, say).click()
      await expect(page.getByText(say('school.settings:saved'))).toBeVisible()
      for (const group of ['texts', 'admission', 'calendar', 'tills']) {
        await openPage(page, say, group)
        await expectGoodHouse(page, lng, `settings ${group}`)
        await expectFits(page, lng, `settings ${group}`)
      }

      const visitor = (await visit(served.origin(code))).page
      await visitor.goto(inLanguage('/sign-in', lng))
      await expect(visitor.getByText('Al Bayan بيان').first()).toBeVisible()
      const { lmsUrl, swiperText } = demoSchool(code).profile
      for (const text of swiperText) await expect(visitor.getByText(text[lng])).toBeVisible()
      await expect(visitor.getByRole('link', { name: say('identity.sign-in:lms') })).toHaveAttribute('href', lmsUrl)
      await page.goto('/dashboard')
      await expect(page.getByRole('link', { name: say('frame:lms') })).toHaveAttribute('href', lmsUrl)
      await expect(visitor.locator(`img[src^="/branding/${code}/logo.svg?v="]`).first()).toBeVisible()
      expect(await visitor.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))).toBe('#7a1f3d')
      await expectGoodHouse(visitor, lng, 'sign-in of the school')
      await expectFits(visitor, lng, 'sign-in of the school')
    },
  )
}

test('manara: what is typed outlives a lost connection and a reload, and the second of two is told', async ({
  served,
  visit,
  putBack,
}) => {
  const [, manara] = schools
  const { code, lng } = manara
  const say = speak(lng)
  const { page, context } = await visit(served.origin(code), { worker: true })
  await enter(page, manara, '/settings/names')
  const phone = page.getByLabel(say('school.settings:names.phone'))
  await expect(phone).toBeVisible()
  putBack(await remember(page))
  putBack(() => context.setOffline(false))
  await context.setOffline(true)
  await phone.fill('+965 2222 1111')
  await save(page, say).click()
  await expect(page.getByText(say('school.settings:kept'))).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(phone).toHaveValue('+965 2222 1111')
  await expect(page.getByText(say('editor:back'))).toBeVisible()

  const other = (await visit(served.origin(code))).page
  await enter(other, manara, '/settings/names')
  await other.getByLabel(say('school.settings:names.phone')).fill('+965 2222 3333')
  await save(other, say).click()
  await expect(other.getByText(say('school.settings:saved'))).toBeVisible()

  await save(page, say).click()
  await expect(page.getByText(say('editor:conflict.title'))).toBeVisible()
  await expectGoodHouse(page, lng, 'settings conflict')
  await expect(phone).toHaveValue('+965 2222 1111')
  await page.getByRole('button', { name: say('editor:conflict.mine') }).click()
  await expect(page.getByText(say('school.settings:saved'))).toBeVisible()
  await other.reload()
  await expect(other.getByLabel(say('school.settings:names.phone'))).toHaveValue('+965 2222 1111')
})

test('alnoor: outside of all admission periods the application form says so, and an open form stays open', async ({
  served,
  visit,
  putBack,
}) => {
  const [alnoor] = schools
  const { code, lng } = alnoor
  const say = speak(lng)
  const { page } = await visit(served.origin(code))
  const family = (await visit(served.origin(code))).page
  await family.goto(inLanguage('/admission', lng))
  await expect(family.locator('form').first()).toBeVisible()

  await enter(page, alnoor, '/settings/admission')
  putBack(await remember(page))
  for (const no of [3, 2])
    await page.getByRole('button', { name: say('school.settings:admission.remove', { no }) }).click()
  await page.getByLabel(say('school.settings:admission.startsOn')).fill('2020-03-01')
  await page.getByLabel(say('school.settings:admission.endsOn')).fill('2020-02-01')
  await save(page, say).click()
  await expect(page.getByRole('alert').first()).toContainText(say('school.settings:wrong.dates.endsOn'))
  await page.getByLabel(say('school.settings:admission.endsOn')).fill('2020-04-30')
  await save(page, say).click()
  await expect(page.getByText(say('school.settings:saved'))).toBeVisible()

  await expect(family.locator('form').first()).toBeVisible()
  const late = (await visit(served.origin(code))).page
  for (const path of ['/admission', '/student_admission/register']) {
    await late.goto(inLanguage(path, lng))
    await expect(late.getByRole('heading', { name: say('forms.closed:over.title') })).toBeVisible()
    await expect(late.getByText('30 April 2020')).toBeVisible()
  }
  await expectGoodHouse(late, lng, 'closed admission')
  await expectFits(late, lng, 'closed admission')
  await late.goto(inLanguage('/hr/form', lng))
  await expect(late.locator('form').first()).toBeVisible()
})
