// chunk: students
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { closedByOf, type StudentOutcome, type StudentStatus } from '#shared/students/student-status.rules.ts'
import { reasons } from '../reasons.ts'

const sources = ['friend', 'sibling', 'web', 'social', 'event', 'other', 'import'] as const
const blockers = [
  'not-submitted',
  'identity-open',
  'proposed',
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
  'contract-open',
  'register-open',
  'moderation-open',
  'rule-unmet',
  'appointment-open',
  'fee-open',
  'override-note',
  'after-first-day',
] as const

/** The browser's names of countries, fetched once for each language and not for each line that names one. */
const countryNames = new Map<string, Intl.DisplayNames>()

function namesIn(lng: string): Intl.DisplayNames {
  const names = countryNames.get(lng) ?? new Intl.DisplayNames(localeOf(lng), { type: 'region' })
  countryNames.set(lng, names)
  return names
}

/** What the server says in codes, in words; a code of a newer server, or of a school's own form, is shown as it is. */
export function useStudentText() {
  const { t, i18n } = useTranslation('students')
  const lng = i18n.language
  const grade = useGrade()
  const label = useStatusLabel()
  return useMemo(() => {
    const country = (code: string) => (/^[A-Z]{2}$/.test(code) ? (namesIn(lng).of(code) ?? code) : code)
    const source = (code: string) => {
      const known = sources.find((each) => each === code)
      return known ? t(`source.${known}`) : code
    }
    const reason = (code: string) => {
      const known = reasons.find((each) => each === code)
      return known ? t(`reason.${known}`) : code
    }
    /** The server names the message that would refuse the step; here, where nothing was tried, it is said in short. */
    const hindrance = (messageId: string) => {
      if (messageId === 'offer.forms-open') return t('hindrance.forms-open')
      const known = blockers.find((each) => messageId === `student.${each}`)
      return known ? t(`hindrance.${known}`) : t('hindrance.other')
    }
    const outcome = (of: StudentOutcome) => t(`outcome.${of}`)
    /** "Rejected" alone would hide families who went elsewhere. */
    const standing = (status: StudentStatus, of: StudentOutcome | null) =>
      of && closedByOf[of] !== 'school' ? outcome(of) : label(status, t(`status.${status}`))
    return { country, source, grade, reason, year: schoolYear, hindrance, outcome, standing }
  }, [t, lng, grade, label])
}
