import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { closedByOf, type StudentOutcome, type StudentStatus } from '#shared/rules/student-status.rules.ts'
import { localeOf } from '#shared/rules/written-day.rules.ts'
import { reasons } from './reasons.ts'

const sources = ['friend', 'sibling', 'web', 'social', 'event', 'other'] as const
const kindergarten = { PREKG: 'preKg', KG1: 'kg1', KG2: 'kg2' } as const
const hindrances = [
  'not-submitted',
  'age-unknown',
  'age-rule',
  'criteria-open',
  'seats-uncounted',
  'seats-full',
  'other-offer',
  'place-open',
  'deposit-runs',
  'no-live-offer',
  'offer-runs',
  'signature-missing',
  'money-missing',
  'documents-open',
  'consents-open',
  'after-first-day',
] as const

/** What the server says in codes, in words; a code of a newer server, or of a school's own form, is shown as it is. */
export function useStudentWords() {
  const { t, i18n } = useTranslation('students')
  const lng = i18n.language
  return useMemo(() => {
    const regions = new Intl.DisplayNames(localeOf(lng), { type: 'region' })
    const country = (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code)
    const source = (code: string) => {
      const known = sources.find((each) => each === code)
      return known ? t(`source.${known}`) : code
    }
    const grade = (code: string) => {
      if (code in kindergarten) return t(`grade.${kindergarten[code as keyof typeof kindergarten]}`)
      return /^\d{1,2}$/.test(code) ? t('grade.number', { grade: code }) : code
    }
    const reason = (code: string) => {
      const known = reasons.find((each) => each === code)
      return known ? t(`reason.${known}`) : code
    }
    /** Isolated and in one piece: among Arabic letters its two numbers would change places. */
    const year = (first: number) => `\u2066${first}\u2060–\u2060${String((first + 1) % 100).padStart(2, '0')}\u2069`
    /** The server names the message that would refuse the step; here, where nothing was tried, it is said in short. */
    const hindrance = (messageId: string) => {
      const known = hindrances.find((each) => messageId === `student.${each}`)
      return known ? t(`hindrance.${known}`) : t('hindrance.other')
    }
    const outcome = (of: StudentOutcome) => t(`outcome.${of}`)
    /** "Rejected" alone would hide families who went elsewhere. */
    const standing = (status: StudentStatus, of: StudentOutcome | null) =>
      of && closedByOf[of] !== 'school' ? outcome(of) : t(`status.${status}`)
    return { country, source, grade, reason, year, hindrance, outcome, standing }
  }, [t, lng])
}
