import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/kernel/fields.ts'
import { type MessageField, messageFields } from '#shared/messaging/message-fields.rules.ts'
import type { FieldLabels } from '../text-draft.ts'

/** What fields are called, in both languages at once: each in the language of the words that it stands in. */
export function useFieldLabels(): FieldLabels {
  const { i18n } = useTranslation('messaging')
  return useMemo(() => {
    const inWords = (language: Language) => {
      const t = i18n.getFixedT(language, 'messaging')
      return Object.fromEntries(messageFields.map((field) => [field, t(`field.${field}`)])) as Record<
        MessageField,
        string
      >
    }
    return { en: inWords('en'), ar: inWords('ar') }
  }, [i18n])
}
