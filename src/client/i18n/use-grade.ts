import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const kindergarten = { PREKG: 'preKg', KG1: 'kg1', KG2: 'kg2' } as const

/** A grade in words; a code of a school's own is shown as it is. Load the words of `students` before. */
export function useGrade(): (code: string) => string {
  const { t } = useTranslation('students')
  return useCallback(
    (code) => {
      if (code in kindergarten) return t(`grade.${kindergarten[code as keyof typeof kindergarten]}`)
      return /^\d{1,2}$/.test(code) ? t('grade.number', { grade: code }) : code
    },
    [t],
  )
}

/** "2027–28" by the first year of a school year, isolated and in one piece: among Arabic letters its two numbers would change places. */
export const schoolYear = (first: number): string =>
  `\u2066${first}\u2060–\u2060${String((first + 1) % 100).padStart(2, '0')}\u2069`
