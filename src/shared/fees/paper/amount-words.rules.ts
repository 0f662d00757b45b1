import { type Currency, currencyExponents } from '#shared/kernel/money.ts'
import { type ArabicNoun, currencyWords } from './currency-words.ts'

/*
 * Arabic numbers in words with what they count, in the nominative: gender against the noun from 3 to 10, with it for 1 and 2; the noun
 * in the plural after 3 to 10, in the singular accusative after 11 to 99, in the singular after whole hundreds.
 */

const masculineUnits = ['', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة'] as const
const feminineUnits = ['', 'إحدى', 'اثنتان', 'ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثماني', 'تسع', 'عشر'] as const
const arabicTens = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون'] as const
const hundreds = ['', 'مئة', 'مئتان', 'ثلاثمئة', 'أربعمئة', 'خمسمئة', 'ستمئة', 'سبعمئة', 'ثمانمئة', 'تسعمئة'] as const

const scale = (one: string, two: string, few: string, many: string): ArabicNoun => ({
  isFeminine: false,
  one,
  two,
  few,
  many,
})

const arabicScales = [
  { size: 1_000_000_000_000n, words: scale('تريليون', 'تريليونان', 'تريليونات', 'تريليونًا') },
  { size: 1_000_000_000n, words: scale('مليار', 'ملياران', 'مليارات', 'مليارًا') },
  { size: 1_000_000n, words: scale('مليون', 'مليونان', 'ملايين', 'مليونًا') },
  { size: 1_000n, words: scale('ألف', 'ألفان', 'آلاف', 'ألفًا') },
] as const

/** 3 to 99, without what is counted. */
function belowHundredArabic(n: number, isFeminine: boolean): string {
  const units = isFeminine ? feminineUnits : masculineUnits
  if (n <= 10) return units[n] ?? ''
  if (n === 11) return isFeminine ? 'إحدى عشرة' : 'أحد عشر'
  if (n === 12) return isFeminine ? 'اثنتا عشرة' : 'اثنا عشر'
  if (n < 20) return `${units[n - 10]} ${isFeminine ? 'عشرة' : 'عشر'}`
  const [ten, unit] = [arabicTens[Math.floor(n / 10)] ?? '', n % 10]
  if (unit === 0) return ten
  // Standing alone the word for eight keeps the ending that it drops before a noun.
  return `${isFeminine && unit === 8 ? 'ثمانٍ' : units[unit]} و${ten}`
}

/** A dual loses its last letter before the noun that it counts. */
const beforeNoun = (words: string): string => words.replace(/(مئتا|ألفا|مليونا|مليارا|تريليونا)ن$/, '$1')

/** Without the ending of the accusative, which falls before a noun. */
const construct = (words: string): string => beforeNoun(words).replace(/(ألف|مليون|مليار|تريليون)ًا$/, '$1')

/** 1 to 999 of a scale: "ألفان", "ثلاثة آلاف", "مئة ألف وألف". */
function countedScale(n: number, words: ArabicNoun): string {
  const rest = n % 100
  const hundred = hundreds[Math.floor(n / 100)] ?? ''
  if (rest === 0) return `${beforeNoun(hundred)} ${words.one}`
  const small =
    rest === 1
      ? words.one
      : rest === 2
        ? words.two
        : `${belowHundredArabic(rest, false)} ${rest <= 10 ? words.few : words.many}`
  if (hundred === '') return small
  return rest <= 2 ? `${beforeNoun(hundred)} ${words.one} و${small}` : `${hundred} و${small}`
}

/** Returns a whole number above 0 with what it counts: "ثلاثة فلوس", "ألف ودينار كويتي واحد". */
function countedArabic(whole: bigint, counted: ArabicNoun): string {
  const parts: string[] = []
  let left = whole
  for (const { size, words } of arabicScales) {
    const group = Number(left / size)
    if (group > 0) parts.push(countedScale(group, words))
    left %= size
  }
  const [rest, hundred] = [Number(left % 100n), hundreds[Number(left / 100n)] ?? '']
  if (hundred !== '') parts.push(hundred)
  if (rest === 1) return join([...parts, `${counted.one} ${counted.isFeminine ? 'واحدة' : 'واحد'}`])
  if (rest === 2) return join([...parts, counted.two === counted.one ? `اثنان ${counted.one}` : counted.two])
  if (rest > 2)
    return `${join([...parts, belowHundredArabic(rest, counted.isFeminine)])} ${rest <= 10 ? counted.few : counted.many}`
  return `${construct(join(parts))} ${counted.one}`
}

const join = (parts: readonly string[]): string => parts.join(' و')

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
