import type { Day } from '#shared/kernel/time.ts'

/** Latin digits and the Gregorian calendar in both languages: they are what receipts, keys and scanners use. */
export const localeOf = (lng: string): string =>
  lng === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-GB-u-nu-latn-ca-gregory'

/** The calendar of Umm al-Qura, which the Gulf writes beside the Gregorian one. */
const hijriLocaleOf = (lng: string): string =>
  lng === 'ar' ? 'ar-u-nu-latn-ca-islamic-umalqura' : 'en-GB-u-nu-latn-ca-islamic-umalqura'

const noonOf = (day: Day): number => Date.parse(`${day}T12:00:00Z`)
const write = (locale: string, dateStyle: 'long' | 'full', day: Day): string =>
  new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(noonOf(day))

/** "3 March 2030". */
export const writtenDay = (day: Day, lng: string): string => write(localeOf(lng), 'long', day)

/** "Sunday 3 March 2030": a day of the calendar, which is the same day in every time zone. */
export const longDay = (day: Day, lng: string): string => write(localeOf(lng), 'full', day)

/** "28 Shawwal 1451 AH", "28 شوال 1451 هـ". */
export const hijriDay = (day: Day, lng: string): string => write(hijriLocaleOf(lng), 'long', day)
