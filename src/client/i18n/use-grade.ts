import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'

const kindergarten = { PREKG: 'preKg', KG1: 'kg1', KG2: 'kg2' } as const

/**
 * Returns a function from a grade's code to its name: the school's own, or the usual one; a code of neither is shown as it is. Load
 * the words of `students` before.
 */
export function useGrade(): (code: string) => string {
  const { t, i18n } = useTranslation('students')
  const grades = useAtomValue(schoolAtom)?.grades
  const lng = i18n.language === 'ar' ? 'ar' : 'en'
  return useCallback(
    (code) => {
      const own = grades?.find((each) => each.code === code)
      if (own) return own.name[lng]
      if (code in kindergarten) return t(`grade.${kindergarten[code as keyof typeof kindergarten]}`)
      return /^\d{1,2}$/.test(code) ? t('grade.number', { grade: code }) : code
    },
    [t, grades, lng],
  )
}

/** "2027–28" by the first year of a school year, isolated and in one piece: among Arabic letters its two numbers would change places. */
export const schoolYear = (first: number): string =>
  `\u2066${first}\u2060–\u2060${String((first + 1) % 100).padStart(2, '0')}\u2069`
