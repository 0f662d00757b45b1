import type { Locator, Page } from '@playwright/test'
import type { Language } from '#tests/support/checks/words.ts'
import { wordsOf } from '#tests/support/checks/words.ts'

/** Texts of the app in one language, as a person reads them: `say('identity.sign-in:submit')`, `say('common:wait', { count: 2 })`. */
export type Say = (key: string, values?: Record<string, string | number>) => string

const loaded = new Map<string, ReturnType<typeof wordsOf>>()

function words(lng: Language, ns: string) {
  const known = loaded.get(`${lng}/${ns}`) ?? wordsOf(lng, ns)
  loaded.set(`${lng}/${ns}`, known)
  return known
}

/** @throws where a key has no text: a test that looks for nothing would find it. */
export const speak =
  (lng: Language): Say =>
  (key, values = {}) => {
    const [ns = '', path = ''] = key.split(':')
    const form = typeof values['count'] === 'number' ? new Intl.PluralRules(lng).select(values['count']) : undefined
    const text = (form && words(lng, ns).get(`${path}_${form}`)) ?? words(lng, ns).get(path)
    if (text === undefined) throw new Error(`no text for ${key} in ${lng}`)
    return text.replaceAll(/\{\{\s*(\w+)[^}]*\}\}/g, (whole, name: string) => String(values[name] ?? whole))
  }

/** Puts the page into the language and stays there, as a link with `?lng=` does. */
export const inLanguage = (path: string, lng: Language): string => `${path}${path.includes('?') ? '&' : '?'}lng=${lng}`

/** Fills in and sends the form of either sign-in page. */
export async function fillSignIn(page: Page, say: Say, userName: string, password: string): Promise<void> {
  await page.getByLabel(say('identity.sign-in:userName.label')).fill(userName)
  await page.getByLabel(say('identity.sign-in:password.label'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say('identity.sign-in:submit'), exact: true }).click()
}

/** The menu of the person who is signed in at a desk; what is in it is in this part of the page. */
export async function openProfileMenu(page: Page): Promise<Locator> {
  const opener = page.getByRole('banner').locator('button[popovertarget]')
  await opener.click()
  return page.locator('[popover]:popover-open')
}

export async function signOutAtDesk(page: Page, say: Say): Promise<void> {
  const menu = await openProfileMenu(page)
  await menu.getByRole('button', { name: say('common:signOut') }).click()
  await page.waitForURL(/\/sign-in(\?|$)/)
}
