import { latinDigits } from '#shared/kernel/digits.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, currencyExponents, type Minor, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import { usualCashTolerance } from '#shared/school/cash-tolerance.rules.ts'
import type { TopUpLimits } from '#shared/school/top-ups/top-up-limits.contract.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'

/** A tax code as it is typed. */
export interface TaxDraft {
  code: string
  name: Bilingual
  /** Per cent; may be half typed. */
  rate: string
  isIncluded: boolean
  isRetired: boolean
}

/** Till settings as they are typed: amounts and rates may be half typed. */
export interface TillsDraft {
  currency: Currency
  taxCodes: readonly TaxDraft[]
  cashIncrement: string
  offlineAllowance: string
  /** Empty for never. */
  approvalAbove: string
  cashTolerance: string
  /** Each empty for none. */
  topUps: Readonly<Record<keyof TopUpLimits, string>>
  receiptHeader: Bilingual
  receiptFooter: Bilingual
}

const ppmPerPercent = 10_000

export const currencies = Object.keys(currencyExponents) as Currency[]

export function draftOf(values: SettingsValues<'tills'>): TillsDraft {
  const { currency, taxCodes, cashIncrement, offlineAllowance, approvalAbove = null } = values
  const { cashTolerance = usualCashTolerance } = values
  const { receiptHeader, receiptFooter, topUps } = values
  const bound = (amount: Minor | null = null) => (amount === null ? '' : toDecimalText(amount, currency))
  return {
    currency,
    taxCodes: taxCodes.map(({ code, name, ratePpm, included, isRetired = false }) => ({
      code,
      name,
      rate: String(ratePpm / ppmPerPercent),
      isIncluded: included,
      isRetired,
    })),
    cashIncrement: toDecimalText(cashIncrement, currency),
    offlineAllowance: toDecimalText(offlineAllowance, currency),
    approvalAbove: bound(approvalAbove),
    cashTolerance: toDecimalText(cashTolerance, currency),
    topUps: { least: bound(topUps?.least), most: bound(topUps?.most), balance: bound(topUps?.balance) },
    receiptHeader,
    receiptFooter,
  }
}

const plain = (text: string): string => latinDigits(text).trim().replace(/[٫,]/, '.')

/** Returns the values; a number that can't be read is `NaN`, which no setting takes. */
export function valuesOf(typed: TillsDraft) {
  const { taxCodes, cashIncrement, offlineAllowance, approvalAbove, cashTolerance, topUps, ...draft } = typed
  const amount = (text: string): number => parseDecimalText(plain(text), draft.currency) ?? Number.NaN
  const bound = (text: string): number | null => (text.trim() === '' ? null : amount(text))
  const ppm = (rate: string): number =>
    /^\d+(\.\d+)?$/.test(plain(rate)) ? Math.round(Number(plain(rate)) * ppmPerPercent) : Number.NaN
  return {
    ...draft,
    taxCodes: taxCodes.map(({ code, name, rate, isIncluded, isRetired }) => ({
      code: code.trim().toUpperCase(),
      name,
      ratePpm: ppm(rate),
      included: isIncluded,
      ...(isRetired && { isRetired }),
    })),
    cashIncrement: amount(cashIncrement),
    offlineAllowance: amount(offlineAllowance),
    cashTolerance: amount(cashTolerance),
    approvalAbove: bound(approvalAbove),
    topUps: { least: bound(topUps.least), most: bound(topUps.most), balance: bound(topUps.balance) },
  }
}
