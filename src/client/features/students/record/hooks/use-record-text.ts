import { useTranslation } from 'react-i18next'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatPhone } from '#shared/kernel/text/phone.rules.ts'
import { guardianRelations, type RecordField, type RecordValue } from '#shared/students/student-record.rules.ts'
import { useStudentText } from './use-student-text.ts'

/** Answers a function that writes a value of the record out, as its field wants it; of what nobody has said a dash. */
export function useRecordText() {
  const { t, i18n } = useTranslation(['students.file', 'students'])
  const { country, grade, year } = useStudentText()
  return (field: RecordField | null, value: RecordValue): string => {
    if (value === null || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (field === 'birthDate') return formatDay(String(value), i18n.language)
    if (field === 'nationality') return country(String(value))
    if (field === 'grade') return grade(String(value))
    if (field === 'entryYear') return year(Number(value))
    if (field === 'phone') return formatPhone(String(value))
    if (field === 'paysShare') return t('percent', { share: value })
    if (field === 'language' && (value === 'en' || value === 'ar')) return t(`students:language.${value}`)
    if (field === 'relation') {
      const known = guardianRelations.find((each) => each === value)
      return known ? t(`relation.${known}`) : String(value)
    }
    return String(value)
  }
}

/** Written from left to right in every language. */
export const isLtr = (field: RecordField | null): boolean => field === 'phone' || field === 'email'
