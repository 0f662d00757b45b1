import { formatDayPart } from '#shared/kernel/text/format-day.rules.ts'
import type { Day } from '#shared/kernel/time.ts'

/** The calendar of Umm al-Qura, which the Gulf writes beside the Gregorian one. */
const hijriLocaleOf = (lng: string): string =>
  lng === 'ar' ? 'ar-u-nu-latn-ca-islamic-umalqura' : 'en-GB-u-nu-latn-ca-islamic-umalqura'

/** "28 Shawwal 1451 AH", "28 شوال 1451 هـ". */
export const hijriDay = (day: Day, lng: string): string => formatDayPart(hijriLocaleOf(lng), 'long', day)
