// chunk: bits
import type { Day } from '../time.ts'

/** Latin digits and the Gregorian calendar in both languages: they are what receipts, keys and scanners use. */
export const localeOf = (lng: string): string =>
  lng === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-GB-u-nu-latn-ca-gregory'

const noonOf = (day: Day): number => Date.parse(`${day}T12:00:00Z`)
export const formatDayPart = (locale: string, dateStyle: 'long' | 'full', day: Day): string =>
  new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(noonOf(day))

/** "3 March 2030". */
export const formatDay = (day: Day, lng: string): string => formatDayPart(localeOf(lng), 'long', day)

/** "Sunday 3 March 2030": a day of the calendar, which is the same day in every time zone. */
export const formatLongDay = (day: Day, lng: string): string => formatDayPart(localeOf(lng), 'full', day)
