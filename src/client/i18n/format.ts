// chunk: base
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { currencyName, formatAmount, formatMoney } from '#shared/kernel/text/format-money.rules.ts'
import { dayMs, hourMs, minuteMs } from '#shared/kernel/time.ts'

export interface Format {
  /** "1,234.50": grouped digits with the decimals of the currency (the school's unless said), no name. */
  amount(minor: number, currency?: Currency): string
  /** Amount and currency for the inside of a sentence, the digits isolated: English names the currency first. */
  money(minor: number, currency?: Currency): string
  /** "QAR" or "ر.ق". */
  currencyName(currency?: Currency): string
  count(n: number): string
  /** "12.5%" from parts per million. */
  percent(ppm: number): string
  time(at: string | number): string
  day(at: string | number): string
  dateTime(at: string | number): string
  /** "12 min ago" in the reader's words; `nowMs` is passed so that all ages on a screen agree. */
  ago(at: string | number, nowMs: number): string
}

/** How amounts and times are written for a reader of `lng`, times in the school's own zone. */
export function createFormat(lng: string, timeZone: string | undefined, schoolCurrency: Currency): Format {
  const locale = localeOf(lng)
  const zone = timeZone ? { timeZone } : {}
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone })
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...zone })
  const plain = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const ms = (at: string | number) => (typeof at === 'number' ? at : Date.parse(at))
  return {
    amount: (minor, currency = schoolCurrency) => formatAmount(minor, currency, lng),
    money: (minor, currency = schoolCurrency) => formatMoney(minor, currency, lng),
    currencyName: (currency = schoolCurrency) => currencyName(currency, lng),
    count: (n) => plain.format(n),
    percent: (ppm) => percent.format(ppm / 1_000_000),
    time: (at) => time.format(ms(at)),
    day: (at) => day.format(ms(at)),
    dateTime: (at) => `${day.format(ms(at))} ${time.format(ms(at))}`,
    ago(at, nowMs) {
      const age = Math.max(0, nowMs - ms(at))
      if (age < hourMs) return relative.format(-Math.floor(age / minuteMs), 'minute')
      if (age < dayMs) return relative.format(-Math.floor(age / hourMs), 'hour')
      return relative.format(-Math.floor(age / dayMs), 'day')
    },
  }
}

/** Making the browser's formatters takes longer than writing a whole line with them: one set for each way of writing. */
const made = new Map<string, Format>()

export function useFormat(): Format {
  const { i18n } = useTranslation()
  const { timeZone, currency = 'QAR' } = useAtomValue(schoolAtom) ?? {}
  const of = `${i18n.language} ${timeZone} ${currency}`
  const format = made.get(of) ?? createFormat(i18n.language, timeZone, currency)
  made.set(of, format)
  return format
}
