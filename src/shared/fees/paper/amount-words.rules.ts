import { type Currency, currencyExponents } from '#shared/kernel/money.ts'
import { countedArabic } from './arabic-number.rules.ts'
import { currencyWords } from './currency-words.ts'

const small = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
const scales = [
  { size: 1_000_000_000_000n, word: 'trillion' },
  { size: 1_000_000_000n, word: 'billion' },
  { size: 1_000_000n, word: 'million' },
  { size: 1_000n, word: 'thousand' },
] as const

function belowHundred(n: number): string {
  if (n < 20) return small[n] ?? ''
  const unit = small[n % 10]
  return `${tens[Math.floor(n / 10)]}${unit ? `-${unit}` : ''}`
}

function belowThousand(n: number): string {
  const [hundred, rest] = [Math.floor(n / 100), n % 100]
  if (hundred === 0) return belowHundred(rest)
  return `${small[hundred]} hundred${rest > 0 ? ` and ${belowHundred(rest)}` : ''}`
}

function english(whole: bigint): string {
  const parts: string[] = []
  let left = whole
  for (const { size, word } of scales) {
    if (left >= size) parts.push(`${belowThousand(Number(left / size))} ${word}`)
    left %= size
  }
  const rest = Number(left)
  if (rest === 0) return parts.join(' ')
  return parts.length > 0 && rest < 100
    ? `${parts.join(' ')} and ${belowHundred(rest)}`
    : [...parts, belowThousand(rest)].join(' ')
}

function inEnglish(whole: bigint, part: number, currency: Currency): string {
  const { en } = currencyWords[currency]
  const units = whole > 0n ? `${english(whole)} ${en.unit[whole === 1n ? 0 : 1]}` : ''
  const parts = part > 0 ? `${english(BigInt(part))} ${en.part[part === 1 ? 0 : 1]}` : ''
  return [units, parts].filter(Boolean).join(' and ') || `zero ${en.unit[1]}`
}

function inArabic(whole: bigint, part: number, currency: Currency): string {
  const { ar } = currencyWords[currency]
  const units = whole > 0n ? countedArabic(whole, ar.unit) : ''
  const parts = part > 0 ? countedArabic(BigInt(part), ar.part) : ''
  return [units, parts].filter(Boolean).join(' و') || `صفر ${ar.unit.one}`
}

/**
 * Returns an amount in words, of unit and part: "one thousand and one Kuwaiti dinars and five fils", «ألف ودينار كويتي واحد وخمسة فلوس».
 * @param amount minor units; below 0 with a word for minus
 */
export function amountInWords(amount: number, currency: Currency, language: 'en' | 'ar'): string {
  const partsInUnit = 10n ** BigInt(currencyExponents[currency])
  const magnitude = BigInt(Math.abs(amount))
  const [whole, part] = [magnitude / partsInUnit, Number(magnitude % partsInUnit)]
  const words = language === 'ar' ? inArabic(whole, part, currency) : inEnglish(whole, part, currency)
  if (amount >= 0) return words
  return language === 'ar' ? `ناقص ${words}` : `minus ${words}`
}
