import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Answers a function from a field at fault to the sentence that says what to do, the same one until the language changes; numbers
 * of a list are left out of its name.
 */
export function useWrongText(): (field: string) => string {
  const { t } = useTranslation('school.settings')
  return useCallback(
    (field) => {
      const name = field.replaceAll(/\.\d+/g, '')
      return t([`wrong.${name as 'website'}`, 'wrong.other'])
    },
    [t],
  )
}
