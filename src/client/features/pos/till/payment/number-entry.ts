// chunk: till
import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, currencyExponents, type Minor, minor, parseDecimalText } from '#shared/kernel/money.ts'

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'back' | 'clear'

/** Whole digits that fit: enough for any till, few enough that a slipped key is seen. */
const maxWholeDigits = 7

/** What the display holds after a key: plain decimal text as typed, '' for nothing. Keys that make no amount do nothing. */
export function pressKey(entry: string, key: PadKey, currency: Currency): string {
  if (key === 'clear') return ''
  if (key === 'back') return entry.slice(0, -1)
  const [whole = '', decimals] = entry.split('.')
  if (key === '.') return decimals === undefined ? `${whole || '0'}.` : entry
  if (decimals !== undefined) return decimals.length < currencyExponents[currency] ? entry + key : entry
  if (whole === '0') return key
  return whole.length < maxWholeDigits ? entry + key : entry
}

/** The amount typed; `undefined` while nothing is. */
export function entryAmount(entry: string, currency: Currency): Minor | undefined {
  if (entry === '') return undefined
  return parseDecimalText(entry, currency)
}

/** Percent as typed ("12.5") in parts per million; `undefined` when it is none or above 100. */
export function entryPercent(entry: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(entry)
  if (!match) return undefined
  const ppm = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(2, '0')) * 100
  return ppm <= 1_000_000 ? ppm : undefined
}

/** Which pad key a key of the keyboard stands for; `undefined` for all others. */
export function padKeyOf(key: string): PadKey | undefined {
  const digit = latinDigits(key)
  if (/^\d$/.test(digit)) return digit as PadKey
  if (key === '.' || key === ',' || key === '٫') return '.'
  if (key === 'Backspace') return 'back'
  if (key === 'Delete') return 'clear'
  return undefined
}

/** Notes and coins that people hand over, smallest first, in minor units. */
export const notes: Record<Currency, readonly number[]> = {
  QAR: [100, 500, 1000, 5000, 10_000, 20_000, 50_000],
  SAR: [100, 500, 1000, 5000, 10_000, 20_000, 50_000],
  AED: [100, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000],
  KWD: [250, 500, 1000, 5000, 10_000, 20_000],
  BHD: [500, 1000, 5000, 10_000, 20_000],
  OMR: [100, 500, 1000, 5000, 10_000, 20_000, 50_000],
  EGP: [500, 1000, 5000, 10_000, 20_000],
  JOD: [1000, 5000, 10_000, 20_000, 50_000],
  LBP: [5_000_000, 10_000_000],
  USD: [100, 500, 1000, 2000, 5000, 10_000],
  EUR: [500, 1000, 2000, 5000, 10_000],
}

const wantedAmounts = 4

/** The sums somebody is likely to hand over for `asked`: the next reach of each note, each once, smallest first. */
export function quickCash(asked: number, currency: Currency): Minor[] {
  if (asked <= 0) return []
  const reached = notes[currency].map((note) => Math.ceil(asked / note) * note)
  return [...new Set(reached)]
    .filter((amount) => amount > asked)
    .toSorted((a, b) => a - b)
    .slice(0, wantedAmounts)
    .map(minor)
}
