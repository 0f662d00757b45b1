// chunk: appointment-days
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'

/** "Sunday 3 March 2030", the school's day of an instant: families plan by the day of the week. */
export function useDayText(): (at: string) => string {
  const { i18n } = useTranslation()
  const zone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  return (at) => formatLongDay(businessDay(Date.parse(at), zone, 0), i18n.language)
}
