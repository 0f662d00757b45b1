import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/contract/school.ts'
import { type MessageField, messageFields } from '#shared/rules/message-fields.rules.ts'
import type { FieldLabels } from './text-draft.ts'

/** What fields are called, in both languages at once: each in the language of the words that it stands in. */
export function useFieldLabels(): FieldLabels {
  const { i18n } = useTranslation('messages')
  return useMemo(() => {
    const inWords = (language: Language) => {
      const t = i18n.getFixedT(language, 'messages')
      return Object.fromEntries(messageFields.map((field) => [field, t(`field.${field}`)])) as Record<
        MessageField,
        string
      >
    }
    return { en: inWords('en'), ar: inWords('ar') }
  }, [i18n])
}
