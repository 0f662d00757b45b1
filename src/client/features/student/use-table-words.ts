import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useStudentWords } from './use-student-words.ts'

/** What the lines of the list are written with: asked for by the table, once, and not by each line. */
export function useTableWords() {
  const { t, i18n } = useTranslation('students')
  const { t: ofList } = useTranslation('student-list')
  const format = useFormat()
  const words = useStudentWords()
  const lng = i18n.language
  return useMemo(() => ({ t, ofList, format, words, lng }), [t, ofList, format, words, lng])
}

export type TableWords = ReturnType<typeof useTableWords>
