import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ResolvedBlock, Run, Said } from '#shared/kernel/letter/letter.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatAmount, formatMoney } from '#shared/kernel/text/format-money.rules.ts'
import { toSingleLine } from '#shared/kernel/text/one-line.rules.ts'
import type { Day } from '#shared/kernel/time.ts'

/* Pieces of which papers about fees are made: each says something in both languages. */

const languages = ['en', 'ar'] as const
type Language = (typeof languages)[number]

const maxLength = 5_000

const saidBy = (runs: (lang: Language) => Run[]): Said => languages.map((lang) => ({ lang, runs: runs(lang) }))

/** Returns words of our own. */
export const words = (text: Bilingual): Said => saidBy((lang) => [{ text: text[lang] }])

/** One text in the language wanted, or in the other one where it is empty; a dash where both are. */
const chosen = (text: Bilingual, lang: Language): string =>
  (toSingleLine(text[lang]) || toSingleLine(text[lang === 'ar' ? 'en' : 'ar']) || '–').slice(0, maxLength)

/** Returns text that somebody typed, which keeps its own direction. */
export const typed = (text: string | Bilingual): Said => {
  const both = typeof text === 'string' ? { en: text, ar: text } : text
  return once(saidBy((lang) => [{ text: chosen(both, lang), dir: 'auto' }]))
}

/** Returns names in both scripts. */
export const named = ({ nameLatin, nameArabic }: { nameLatin: string | null; nameArabic: string | null }): Said =>
  typed({ en: nameLatin ?? '', ar: nameArabic ?? '' })

/** Returns a number or code, left to right in both languages. */
export const code = (text: string): Said => [{ lang: 'en', runs: [{ text: toSingleLine(text), dir: 'ltr' }] }]

export const day = (on: Day): Said => saidBy((lang) => [{ text: formatDay(on, lang), dir: 'auto' }])

/** Returns an amount with its currency, for a sentence or beside a label. */
export const money = (amount: number, currency: Currency): Said =>
  saidBy((lang) => [{ text: formatMoney(amount, currency, lang), dir: 'auto' }])

/** Returns a bare amount for the column of a table. */
export const cell = (amount: number, currency: Currency): Said => [
  { lang: 'en', runs: [{ text: formatAmount(amount, currency, 'en'), dir: 'ltr' }] },
]

export const nothing: Said = [{ lang: 'en', runs: [] }]

/** Joins what is said, by language. A piece that says the same in both languages stands in both. */
export const joined = (...parts: readonly Said[]): Said =>
  saidBy((lang) => parts.flatMap((part) => (part.find((side) => side.lang === lang) ?? part[0])?.runs ?? []))

export const heading = (level: 1 | 2 | 3, said: Said): ResolvedBlock => ({ kind: 'heading', level, said })

export const para = (said: Said, look: 'plain' | 'fine' | 'frame' = 'plain'): ResolvedBlock => ({
  kind: 'para',
  layout: 'side',
  look,
  said,
})

/** Returns labels and values below each other; those without a value are left out. */
export const facts = (rows: readonly (readonly [Bilingual, Said | null])[]): ResolvedBlock => ({
  kind: 'facts',
  rows: rows.flatMap(([label, value]) => (value === null ? [] : [{ label: words(label), value }])),
})

export interface TableRow {
  label: Said
  values: Said[]
  isSum?: boolean
}

/** Returns a table with up to four columns beside the label; `isAmount` says which of them hold amounts. */
export const table = (
  head: { label: Bilingual; values: readonly { name: Bilingual; isAmount: boolean }[] },
  rows: readonly TableRow[],
): ResolvedBlock => ({
  kind: 'table',
  head: { label: words(head.label), values: head.values.map(({ name }) => once(words(name))) },
  numbers: head.values.map(({ isAmount }) => isAmount),
  rows: rows.map(({ label, values, isSum }) => ({ label, values, ...(isSum ? { strong: true as const } : {}) })),
})

const textOf = ({ runs }: Said[number]): string => runs.map(({ text }) => text).join('')

/** What reads the same in both languages is said once. */
function once(said: Said): Said {
  const [first, second] = said
  return first && second && textOf(first) === textOf(second) ? [first] : said
}
