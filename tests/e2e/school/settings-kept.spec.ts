import type { Locator, Page } from '@playwright/test'
import {
  type SettingsPage,
  sectionNames,
  settingsSections,
} from '#client/features/school/settings/settings-sections.ts'
import { letterDraftsDbName } from '#local/storage/names.ts'
import { expect, later, schools, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** What opens the form of a page that has none at first. */
const opener: Partial<Record<SettingsPage, { button: string; isSheet: boolean }>> = {
  places: { button: 'sync.devices:places.add', isSheet: true },
  programs: { button: 'programs:tokens.add', isSheet: true },
  consents: { button: 'consents.wordings:write', isSheet: false },
}

const kinds = [
  'input:is(:not([type]), [type=text], [type=url], [type=tel], [type=email]):read-write, textarea:read-write',
  'input[type=date]:enabled',
  'input[type=checkbox]:enabled',
  'input[type=radio]:enabled',
  'select:enabled',
] as const

/** The first field that is there, of the kind that is easiest lost first. */
async function firstField(form: Locator): Promise<Locator> {
  const any = form.locator(kinds.join(', ')).filter({ visible: true })
  const adding = form.locator('form button[type=button]:enabled').filter({ visible: true })
  await expect(any.or(adding).first()).toBeVisible()
  // A list that is empty gets its first row.
  if ((await any.count()) === 0) await adding.first().click()
  await expect(any.first()).toBeVisible()
  for (const kind of kinds) {
    const field = form.locator(kind).filter({ visible: true }).first()
    if ((await field.count()) > 0) return field
  }
  throw new Error('there is nothing to fill in')
}

const valueOf = (field: Locator): Promise<string> =>
  field.evaluate((input: HTMLInputElement) => {
    if (input.type === 'checkbox') return String(input.checked)
    const group = document.getElementsByName(input.name)
    const chosen = [...group].find((each) => each instanceof HTMLInputElement && each.checked)
    return input.type === 'radio' ? ((chosen as HTMLInputElement | undefined)?.value ?? '') : input.value
  })

/** Changes a field, whatever it is. */
async function change(field: Locator): Promise<void> {
  const type = await field.evaluate((input: HTMLInputElement) => input.type)
  const before = await valueOf(field)
  if (type === 'checkbox') return field.setChecked(before !== 'true')
  if (type === 'radio') {
    const name = await field.getAttribute('name')
    return field.page().locator(`input[type=radio][name="${name}"]:not(:checked)`).first().check()
  }
  if (type === 'date') return field.fill(before === '2031-03-03' ? '2031-03-04' : '2031-03-03')
  if (type !== 'select-one') return field.fill(before.slice(0, -1) + (before.endsWith('7') ? '8' : '7'))
  const others = await field
    .locator('option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))
  await field.selectOption(others.find((each) => each !== before) ?? before)
}

/** How many drafts this browser keeps. */
const drafts = (page: Page, code: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const asked = indexedDB.open(name)
        asked.onerror = () => reject(asked.error ?? new Error('no database'))
        asked.onsuccess = () => {
          const db = asked.result
          if (!db.objectStoreNames.contains('drafts')) return resolve(0)
          const counted = db.transaction('drafts').objectStore('drafts').count()
          counted.onsuccess = () => {
            db.close()
            resolve(counted.result)
          }
        }
      }),
    letterDraftsDbName(code),
  )

const [, { code, lng }] = schools

test(
  `${code}: every page of the settings keeps what is typed while the connection is lost`,
  later,
  async ({ served, visit, putBack }) => {
    test.setTimeout(300_000)
    const say = speak(lng)
    const { page, context } = await visit(served.origin(code))
    putBack(() => context.setOffline(false))
    const { userName, password } = signInOf(demoSchool(code), 'admin')
    await page.goto(inLanguage('/sign-in?redirectUrl=%2Fsettings', lng))
    await fillSignIn(page, say, userName, password)
    await page.waitForURL('**/settings')
    const formOf = async (name: SettingsPage) => {
      const opens = opener[name]
      if (!opens) return page.getByRole('main')
      const button = page.getByRole('button', { name: say(opens.button), exact: true }).first()
      const form = page.getByRole(opens.isSheet ? 'dialog' : 'main')
      // What was kept may have opened it by itself.
      await expect(button.or(form.locator('form')).first()).toBeVisible()
      if (opens.isSheet || (await button.isVisible())) await button.click()
      return form
    }
    const all = sectionNames.flatMap((section): readonly SettingsPage[] => settingsSections[section])
    for (const [before, name] of all.entries())
      await test.step(name, async () => {
        await page.goto(`/settings/${name}`)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        const field = await firstField(await formOf(name))
        await context.setOffline(true)
        await change(field)
        const typed = await valueOf(field)
        await expect.poll(() => drafts(page, code), name).toBe(before + 1)
        await context.setOffline(false)
        await page.reload()
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        const again = await firstField(await formOf(name))
        await expect.poll(() => valueOf(again), name).toBe(typed)
      })
  },
)
