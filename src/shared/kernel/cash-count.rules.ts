// chunk: rules
import { type Currency, type Minor, minor } from './money.ts'

/** Notes and coins in use by currency, the greatest first, in minor units. */
export const denominations: Readonly<Record<Currency, readonly number[]>> = {
  QAR: [50_000, 20_000, 10_000, 5_000, 1_000, 500, 100, 50, 25],
  AED: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 25],
  SAR: [50_000, 20_000, 10_000, 5_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1],
  KWD: [20_000, 10_000, 5_000, 1_000, 500, 250, 100, 50, 20, 10, 5],
  BHD: [20_000, 10_000, 5_000, 1_000, 500, 100, 50, 25, 10, 5],
  OMR: [50_000, 20_000, 10_000, 5_000, 1_000, 500, 100, 50, 25, 10, 5],
  EGP: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 25],
  JOD: [50_000, 20_000, 10_000, 5_000, 1_000, 500, 250, 100, 50],
  LBP: [10_000_000, 5_000_000, 2_000_000, 1_000_000, 500_000, 100_000, 50_000, 25_000],
  USD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1],
  EUR: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
}

/** How many there are of each note and coin. */
export interface CashPile {
  readonly worth: number
  readonly count: number
}
export type CashCount = readonly CashPile[]

/** Returns what was counted, in minor units. */
export const countedCash = (counts: CashCount): Minor =>
  minor(counts.reduce((all, { worth, count }) => all + BigInt(worth) * BigInt(count), 0n))

/** Returns whether only notes and coins of the currency were counted, each once. */
export const isCountOf = (currency: Currency, counts: CashCount): boolean =>
  counts.every(({ worth }) => denominations[currency].includes(worth)) &&
  new Set(counts.map(({ worth }) => worth)).size === counts.length
