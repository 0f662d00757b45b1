// chunk: desk-parts
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { inLanguage } from './bilingual.ts'

/** Returns a function from a status and its usual label to the label that this school shows for it. */
export function useStatusLabel(): (status: string, usual: string) => string {
  const { i18n } = useTranslation()
  const labels = useAtomValue(schoolAtom)?.statusLabels
  const lng = i18n.language
  return useCallback(
    (status, usual) => {
      const own = labels?.find((each) => each.status === status)
      return own ? inLanguage(own.label, lng) : usual
    },
    [labels, lng],
  )
}
