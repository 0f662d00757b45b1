import { useTranslation } from 'react-i18next'

const kindergarten = { PREKG: 'preKg', KG1: 'kg1', KG2: 'kg2' } as const

/** A grade in words; a code of a school's own is shown as it is. */
export function useGrade(): (code: string) => string {
  const { t } = useTranslation('students')
  return (code) => {
    if (code in kindergarten) return t(`grade.${kindergarten[code as keyof typeof kindergarten]}`)
    return /^\d{1,2}$/.test(code) ? t('grade.number', { grade: code }) : code
  }
}
