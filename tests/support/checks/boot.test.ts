import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const script = readFileSync('public/boot.js', 'utf8')

interface Visit {
  url?: string
  cookie?: string
  storage?: Record<string, string>
  browser?: string[]
  htmlLang?: string
  isStorageRefused?: boolean
}

/** Runs the real file in a page that has just what it touches. */
function boot({ url = '/', cookie = '', storage = {}, browser = [], htmlLang = '', isStorageRefused }: Visit) {
  const { pathname, search } = new URL(url, 'http://alnoor.localhost')
  const properties: Record<string, string> = {}
  const root = {
    lang: htmlLang,
    dir: '',
    dataset: {} as Record<string, string>,
    style: { setProperty: (name: string, value: string) => Object.assign(properties, { [name]: value }) },
  }
  const preloads: string[] = []
  const document = {
    documentElement: root,
    cookie,
    querySelector: () => null,
    createElement: () => ({}),
    head: { append: (link: { href: string }) => preloads.push(link.href) },
  }
  const localStorage = {
    getItem(key: string) {
      if (isStorageRefused) throw new Error('refused')
      return storage[key] ?? null
    },
  }
  const navigator = { languages: browser }
  runInNewContext(script, { document, localStorage, navigator, location: { pathname, search }, URLSearchParams })
  return { lang: root.lang, dir: root.dir, ...root.dataset, preloads, brand: properties['--brand'] }
}

const school = (details: object) => ({ school: JSON.stringify({ details }) })

describe('the language before the first paint', () => {
  const everything = {
    url: '/?lng=ar',
    cookie: 'a=1; i18next=en',
    storage: { i18nextLng: 'ar', ...school({ language: 'en' }) },
    browser: ['ar-KW'],
    htmlLang: 'en',
  }

  it('follows the order of the specification, the school before the browser', () => {
    expect(boot(everything)).toMatchObject({ lang: 'ar', languageSource: 'query' })
    expect(boot({ ...everything, url: '/' })).toMatchObject({ lang: 'en', languageSource: 'cookie' })
    expect(boot({ ...everything, url: '/', cookie: '' })).toMatchObject({ lang: 'ar', languageSource: 'storage' })
    expect(boot({ storage: school({ language: 'ar' }), browser: ['en-US'] })).toMatchObject({
      lang: 'ar',
      languageSource: 'school',
    })
    expect(boot({ browser: ['fr-FR', 'ar-QA'] })).toMatchObject({ lang: 'ar', languageSource: 'browser' })
    expect(boot({ browser: ['fr'], htmlLang: 'ar' })).toMatchObject({ lang: 'ar', languageSource: 'html' })
    expect(boot({ browser: ['fr'] })).toMatchObject({ lang: 'en', languageSource: 'fallback' })
  })

  it('passes over a language that we do not speak', () => {
    expect(boot({ url: '/?lng=de', browser: ['ar'] })).toMatchObject({ lang: 'ar', languageSource: 'browser' })
  })

  it('sets the direction and asks for the words at once', () => {
    expect(boot({ url: '/pos-sign-in?lng=ar' })).toMatchObject({
      dir: 'rtl',
      preloads: ['/locales/ar/common.json', '/locales/ar/identity.sign-in.json'],
    })
    expect(boot({ url: '/dashboard' })).toMatchObject({ dir: 'ltr', preloads: ['/locales/en/common.json'] })
  })
})

it('paints the colour and the mode that are known', () => {
  const known = { ...school({ theme: { brand: '#3949ab', mode: 'dark' } }) }
  expect(boot({ storage: known })).toMatchObject({ brand: '#3949ab', mantineColorScheme: 'dark' })
  expect(boot({ storage: { ...known, theme: '{"mode":"light"}' } })).toMatchObject({ mantineColorScheme: 'light' })
})

it('survives refused storage and broken records', () => {
  expect(boot({ isStorageRefused: true, browser: ['ar'] })).toMatchObject({ lang: 'ar' })
  expect(boot({ storage: { school: '{', theme: 'null' }, browser: ['en'] })).toMatchObject({ lang: 'en' })
  expect(boot({ storage: school({ theme: { brand: 'url(x)' } }) }).brand).toBeUndefined()
})
