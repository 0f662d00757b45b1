import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import type { EnquiryChild, EnquiryRow } from '#shared/admissions/enquiries/enquiry.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'

const sources = ['friend', 'sibling', 'web', 'social', 'event', 'other'] as const
const channels = ['email', 'whatsapp', 'phone', 'in-person', 'sms'] as const

/** What the clock of a row says, and how urgent it is. */
export interface ClockText {
  tone: 'late' | 'soon' | 'plain'
  text: string
}

/** Minutes before the end of the promise from which a clock is amber. */
const soonMinutes = 4 * 60

/** Returns what gives the school's day of a moment, and a day as it is. */
function useDayOf(): (at: string) => string {
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  return (at) => (at.length > 10 ? businessDay(Date.parse(at), timeZone, 0) : at)
}

/** What the server says of enquiries in codes and moments, in words. */
export function useEnquiryText() {
  const { t, i18n } = useTranslation('admissions.enquiries')
  const format = useFormat()
  const grade = useGrade()
  const dayOf = useDayOf()
  const duration = (minutes: number): string => {
    const [h, m] = [Math.floor(minutes / 60), minutes % 60]
    if (h === 0) return t('time.minutes', { m })
    return m === 0 || h > 9
      ? t('time.hours', { h: format.count(h) })
      : t('time.both', { h, m: String(m).padStart(2, '0') })
  }
  const day = (at: string) =>
    new Intl.DateTimeFormat(i18n.language === 'ar' ? 'ar-QA-u-nu-latn' : 'en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }).format(Date.parse(`${dayOf(at)}T00:00:00Z`))
  return {
    t,
    lng: i18n.language,
    format,
    grade,
    duration,
    day,
    dayOf,
    source: (code: string | null) => {
      if (code === null) return t('source.unknown')
      const known = sources.find((each) => each === code)
      return known ? t(`source.${known}`) : code
    },
    channel: (code: string) => {
      const known = channels.find((each) => each === code)
      return known ? t(`channel.${known}`) : code
    },
    nameOf: ({ nameLatin, nameArabic, place }: EnquiryChild): string => {
      const [first, second] = i18n.language === 'ar' ? [nameArabic, nameLatin] : [nameLatin, nameArabic]
      return first ?? second ?? t('panel.unknownChild', { no: place + 1 })
    },
    gradesOf: ({ children }: Pick<EnquiryRow, 'children'>): string =>
      [...new Set(children.flatMap((child) => (child.grade === null ? [] : [grade(child.grade)])))].join(
        i18n.language === 'ar' ? '، ' : ', ',
      ),
    clock: (row: Pick<EnquiryRow, 'minutesLeft' | 'nextOn' | 'status'>, today: string): ClockText => {
      const left = row.minutesLeft
      if (left !== null) {
        if (left < 0) return { tone: 'late', text: t('clock.late', { time: duration(-left) }) }
        return { tone: left < soonMinutes ? 'soon' : 'plain', text: t('clock.left', { time: duration(left) }) }
      }
      if (row.status === 'applied' || row.status === 'lost') return { tone: 'plain', text: t(`status.${row.status}`) }
      if (row.nextOn === null) return { tone: 'soon', text: t('clock.none') }
      if (row.nextOn === today) return { tone: 'soon', text: t('clock.today') }
      if (row.nextOn < today) {
        const count = Math.round((Date.parse(today) - Date.parse(row.nextOn)) / 86_400_000)
        return { tone: 'late', text: t('clock.late-days', { count }) }
      }
      return { tone: 'plain', text: day(row.nextOn) }
    },
  }
}
export type EnquiryText = ReturnType<typeof useEnquiryText>
