import { useTranslation } from 'react-i18next'
import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'

/** What a field is called, a day by the Hijri calendar too. */
export function useFieldName(): (field: LetterField, as?: 'hijri') => string {
  const { t } = useTranslation('letters.editor')
  return (field, as) => (as === 'hijri' ? t('field.hijri', { field: t(`field.${field}`) }) : t(`field.${field}`))
}
