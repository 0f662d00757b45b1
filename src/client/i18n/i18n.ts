// chunk: frame
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { missingPart } from '#client/platform/page/update.atoms.ts'
import { localeAtom } from '#client/platform/prefs.ts'
import { writePlain } from '#client/platform/storage.ts'
import { store } from '#client/platform/store.ts'
import { directionOf } from './direction.ts'

export const languages = ['en', 'ar'] as const
export type AppLanguage = (typeof languages)[number]

const isLanguage = (lng: string): lng is AppLanguage => (languages as readonly string[]).includes(lng)

async function fetchWords(lng: string, ns: string): Promise<ResourceKey> {
  const response = await fetch(`/locales/${lng}/${ns}.json`, { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`no words: ${lng}/${ns}, ${response.status}`)
  return (await response.json()) as ResourceKey
}

/** Tells the development server of a key without words. A lost report is made again by the next visit. */
function reportMissing(lng: string, ns: string, key: string, fallback: string): void {
  const body = JSON.stringify({ [key]: fallback })
  const headers = { 'content-type': 'application/json' }
  fetch(`/locales/add/${lng}/${ns}`, { method: 'POST', headers, body }).catch(() => undefined)
}

/** Words come one file per language and namespace; offline the service worker answers from what it keeps. */
const words: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (lng, ns, done) => {
    fetchWords(lng, ns).then(
      (found) => done(null, found),
      // True: to be asked for again. Otherwise what failed once is never fetched, and its keys are shown as they are.
      (error: Error) => done(error, true),
    )
  },
}
if (import.meta.env.DEV)
  words.create = (lngs, ns, key, fallback) => {
    for (const lng of lngs) reportMissing(lng, ns, key, fallback)
  }

function showLanguage(lng: string): void {
  document.documentElement.lang = lng
  document.documentElement.dir = directionOf(lng)
  store.set(localeAtom, lng)
}

/** Remembered only when a person asked for it: what the browser or the school suggests may change. */
export function rememberLanguage(lng: AppLanguage): void {
  writePlain('i18nextLng', lng)
  // By hand: the specification names the cookie, and CookieStore is not everywhere.
  document.cookie = `i18next=${lng}; path=/; max-age=31536000; samesite=lax`
}

const detected = (): AppLanguage => {
  const { lang, dataset } = document.documentElement
  const lng = isLanguage(lang) ? lang : 'en'
  if (dataset.languageSource === 'query') rememberLanguage(lng)
  return lng
}

/** Resolves when the first words are there. The language is the one that boot.js has found. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', showLanguage)
  await i18next
    .use(words)
    .use(initReactI18next)
    .init({
      lng: detected(),
      fallbackLng: 'en',
      supportedLngs: languages,
      maxRetries: 1,
      ns: ['common'],
      defaultNS: 'common',
      saveMissing: import.meta.env.DEV,
      saveMissingTo: 'current',
      interpolation: { escapeValue: false },
    })
}

const hasWords = (lng: string, namespaces: readonly string[]): boolean =>
  namespaces.every((ns) => i18next.hasResourceBundle(lng, ns))

/**
 * A school's own language wins over the browser's, never over a person's choice, unless the school does not offer that.
 * @param offered languages of the school; all where undefined
 */
export async function suggestLanguage(lng: AppLanguage, offered?: readonly AppLanguage[]): Promise<void> {
  const source = document.documentElement.dataset.languageSource
  const isOffered = offered?.some((each) => each === i18next.language) ?? true
  if (!isOffered || source === 'browser' || source === 'html' || source === 'fallback' || source === 'school') {
    document.documentElement.dataset.languageSource = 'school'
    if (i18next.language !== lng) await i18next.changeLanguage(lng)
  }
}

/** For route loaders: the words of a screen are there before it is drawn. @throws Error when they can't be had */
export async function loadWords(...namespaces: string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces)
  // Those of the reader, or English, which stands for what is missing.
  if (!hasWords(i18next.language, namespaces) && !hasWords('en', namespaces)) throw new Error(missingPart)
}

/** For screens that print: paper speaks both languages at once. Resolves also when the other one can't be had. */
export async function loadWordsForPaper(...namespaces: string[]): Promise<void> {
  await loadWords(...namespaces)
  await i18next.loadLanguages([...languages])
}
