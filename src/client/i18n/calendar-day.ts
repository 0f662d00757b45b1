import type { Day } from '#shared/kernel/time.ts'

/** Latin digits and the Gregorian calendar in both languages: they are what receipts, keys and scanners use. */
export const localeOf = (lng: string): string =>
  lng === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-GB-u-nu-latn-ca-gregory'

/** "3 March 2030". */
export const writtenDay = (day: Day, lng: string): string =>
  new Intl.DateTimeFormat(localeOf(lng), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))

/** "Sunday 3 March 2030": a day of the calendar, which is the same day in every time zone. */
export const longDay = (day: Day, lng: string): string =>
  new Intl.DateTimeFormat(localeOf(lng), { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))
