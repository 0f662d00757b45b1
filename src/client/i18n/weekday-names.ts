// chunk: desk-parts
import { useTranslation } from 'react-i18next'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'

/** A Sunday, from which the names of the days are counted. */
const sundayMs = Date.UTC(2030, 0, 6)
const dayMs = 86_400_000

/** Returns the names of the days of the week in the language of the page, Sunday first. */
export function useWeekdayNames(style: 'long' | 'short'): string[] {
  const { i18n } = useTranslation()
  const name = new Intl.DateTimeFormat(localeOf(i18n.language), { weekday: style, timeZone: 'UTC' })
  return [0, 1, 2, 3, 4, 5, 6].map((day) => name.format(sundayMs + day * dayMs))
}
