import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'

export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]

/** One namespace in one language, flat: `pay.change` → text. */
export type Words = ReadonlyMap<string, string>

/** The six forms of CLDR; English needs two of them, Arabic all. `_zero` is allowed in English as a kinder "none". */
export const pluralForms: Record<Language, readonly string[]> = {
  en: ['one', 'other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
}

const folder = 'public/locales'

export const namespacesOf = (lng: Language): string[] =>
  existsSync(`${folder}/${lng}`)
    ? readdirSync(`${folder}/${lng}`)
        .flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
        .toSorted()
    : []

function flatten(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') return into.set(path, value)
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither a text nor a group of texts`)
  for (const [key, inner] of Object.entries(value)) flatten(inner, path ? `${path}.${key}` : key, into)
  return into
}

export const wordsOf = (lng: Language, ns: string): Words =>
  flatten(JSON.parse(readFileSync(`${folder}/${lng}/${ns}.json`, 'utf8')), '', new Map())

const suffix = /_(zero|one|two|few|many|other)$/

/** A key without its plural form, when the namespace really counts with it (`step_one` alone is no plural). */
export function baseOf(key: string, ...all: Words[]): string {
  const base = key.replace(suffix, '')
  return base !== key && all.some((words) => words.has(`${base}_other`)) ? base : key
}

/** `{{count}}`, `{{amount, money}}` → `count`, `amount`. */
export const variablesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name = '']) => name)

/** What a person reads of a text: without variables, tags and entities. */
export const readable = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>|&\w+;/g, ' ')

/** A key that code asks for; `namespaces` is empty where the file does not say from which. */
export interface AskedKey {
  file: string
  key: string
  namespaces: string[]
  /** Ends in `${…}`: only the part before is known. */
  open: boolean
}

const quoted = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, inner = '']) => inner)

/** Which function names translate from which namespaces in this file. */
function translators(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [, names = '', args = ''] of text.matchAll(/\{([^{}]*)\}\s*=\s*useTranslation\(([^)]*)\)/g)) {
    const name = /\bt\s*:\s*(\w+)/.exec(names)?.[1] ?? 't'
    const spaces = found.get(name) ?? new Set()
    for (const ns of quoted(args).length > 0 ? quoted(args) : ['common']) spaces.add(ns)
    found.set(name, spaces)
  }
  return found
}

/** Every key asked for by `t('…')`, `t(`…`)` or `i18nKey="…"` in one file. */
export function keysAskedIn(file: string, text: string): AskedKey[] {
  const known = translators(text)
  const names = [...new Set(['t', ...known.keys()])].join('|')
  const calls = new RegExp(`(?<![\\w$])(${names})\\(\\s*(?:'([^'\\n]+)'|\`([^\`\\n]+)\`)([^)\\n]*)`, 'g')
  const asked: AskedKey[] = []
  const ask = (raw: string, name: string, rest: string) => {
    const [fixed = ''] = raw.split('${')
    const [first = '', second] = fixed.split(':')
    const ns = second === undefined ? /\bns:\s*'([^']+)'/.exec(rest)?.[1] : first
    const namespaces = ns === undefined ? [...(known.get(name) ?? [])] : [ns]
    asked.push({ file, key: second ?? first, namespaces, open: fixed !== raw })
  }
  for (const [, name = 't', plain, template, rest = ''] of text.matchAll(calls))
    ask(plain ?? template ?? '', name, rest)
  for (const [, key = ''] of text.matchAll(/\bi18nKey=(?:\{\s*)?["'`]([^"'`]+)/g)) ask(key, 't', '')
  return asked
}

/** All keys asked for by the floors that people see. */
export const keysAsked = (): AskedKey[] =>
  globSync(['src/client/**/*.{ts,tsx}', 'src/demo/**/*.{ts,tsx}'])
    .filter((file) => !/\.(test|gen)\./.test(file))
    .flatMap((file) => keysAskedIn(file, readFileSync(file, 'utf8')))
