import { describe, expect, it } from 'vitest'
import { statusOf } from '#shared/kernel/refusals.ts'
import {
  type AskedKey,
  baseOf,
  keysAsked,
  keysAskedIn,
  languages,
  namespacesOf,
  pluralForms,
  readable,
  variablesOf,
  type Words,
  wordsOf,
} from '#tests/support/checks/words.ts'

const namespaces = namespacesOf('en')
const read = (lng: 'en' | 'ar') =>
  new Map<string, Words>(namespaces.map((ns) => [ns, namespacesOf(lng).includes(ns) ? wordsOf(lng, ns) : new Map()]))
const words = { en: read('en'), ar: read('ar') }
const none: Words = new Map()

/** Keys whose Arabic text is rightly Latin: codes, names of formats, our own name in its own script. */
const latinInArabic = new Set(['common:language.en'])

const each = (ns: string) => ({ en: words.en.get(ns) ?? none, ar: words.ar.get(ns) ?? none })
const bases = (of: Words, ...all: Words[]) => new Set([...of.keys()].map((key) => baseOf(key, ...all)))

function isThere({ key, namespaces: wanted, open }: AskedKey): boolean {
  const where = wanted.length > 0 ? wanted : namespaces
  return where.some((ns) => {
    const { en, ar } = each(ns)
    if (open) return key === '' ? en.size > 0 : [...en.keys()].some((each) => each.startsWith(key))
    return en.has(key) || bases(en, en, ar).has(key)
  })
}

it('finds words at all, and code that asks for them', () => {
  expect(namespaces).toContain('common')
  expect(namespacesOf('ar')).toEqual(namespaces)
  expect(keysAsked().length).toBeGreaterThan(namespaces.length)
})

describe.each(namespaces)('the words of %s', (ns) => {
  const { en, ar } = each(ns)

  it('are the same in both languages', () => {
    expect([...bases(ar, en, ar)].toSorted()).toEqual([...bases(en, en, ar)].toSorted())
  })

  it('are never empty', () => {
    for (const lng of languages) {
      expect([...each(ns)[lng]].filter(([, text]) => text.trim() === '').map(([key]) => `${lng} ${key}`)).toEqual([])
    }
  })

  it('count as each language counts', () => {
    const counted = [...new Set([...en.keys(), ...ar.keys()])].filter((key) => baseOf(key, en, ar) !== key)
    const wanted = [...new Set(counted.map((key) => baseOf(key, en, ar)))]
    const lacking = languages.flatMap((lng) =>
      wanted.flatMap((base) =>
        pluralForms[lng].map((form) => `${base}_${form}`).filter((key) => !each(ns)[lng].has(key)),
      ),
    )
    const useless = counted.filter((key) => en.has(key) && !/_(zero|one|other)$/.test(key))
    expect([...lacking, ...useless]).toEqual([])
  })

  it('carry the same variables', () => {
    const all = (of: Words, base: string) =>
      new Set([...of].filter(([key]) => baseOf(key, en, ar) === base).flatMap(([, text]) => variablesOf(text)))
    const sorted = (names: Set<string>) => [...names].toSorted().join(' ')
    const different = [...bases(en, en, ar)].filter((base) => sorted(all(en, base)) !== sorted(all(ar, base)))
    expect(different).toEqual([])
  })

  it('are Arabic in Arabic', () => {
    const latin = [...ar].filter(([key, text]) => {
      const said = readable(text)
      return /\p{L}/u.test(said) && !/\p{Script=Arabic}/u.test(said) && !latinInArabic.has(`${ns}:${key}`)
    })
    expect(latin).toEqual([])
  })
})

it('has every word that a screen asks for', () => {
  expect(keysAsked().filter((asked) => !isThere(asked))).toEqual([])
})

it('has a sentence for every error', () => {
  const { en, ar } = each('errors')
  const ids = Object.keys(statusOf)
  expect(ids.length).toBeGreaterThan(10)
  expect(ids.filter((id) => !en.has(id) || !ar.has(id))).toEqual([])
})

describe('the reader of code', () => {
  it.each([
    ["const { t } = useTranslation('pos')\nt('pay.now')", { key: 'pay.now', namespaces: ['pos'], open: false }],
    ["const { t, i18n } = useTranslation()\nt('ok', { count: 2 })", { key: 'ok', namespaces: ['common'], open: false }],
    [
      "const { t } = useTranslation(['pos', 'common'])\nt('ok')",
      { key: 'ok', namespaces: ['pos', 'common'], open: false },
    ],
    ["const { t: say } = useTranslation('errors')\nsay('L000')", { key: 'L000', namespaces: ['errors'], open: false }],
    ["i18next.t('errors:L000')", { key: 'L000', namespaces: ['errors'], open: false }],
    ['t(`errors:${id}`)', { key: '', namespaces: ['errors'], open: true }],
    ["t('L000', { ns: 'errors' })", { key: 'L000', namespaces: ['errors'], open: false }],
    ['<Trans i18nKey="common:terms" />', { key: 'terms', namespaces: ['common'], open: false }],
  ])('understands %j', (text, expected) => {
    expect(keysAskedIn('x.tsx', text)).toEqual([{ file: 'x.tsx', ...expected }])
  })

  it('is not taken in by other functions', () => {
    expect(keysAskedIn('x.tsx', "format('a'); part('b'); import('c')")).toEqual([])
  })
})
