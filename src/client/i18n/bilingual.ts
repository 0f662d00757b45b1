// chunk: frame
import { useTranslation } from 'react-i18next'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

/** The text in the reader's language, or in the other one where a school has left it empty. */
export const inLanguage = (text: Bilingual, lng: string): string =>
  lng === 'ar' ? text.ar || text.en : text.en || text.ar

/** Answers a function that picks the reader's language; screens using it follow a switch at once. */
export function useBilingual(): (text: Bilingual) => string {
  const { i18n } = useTranslation()
  return (text) => inLanguage(text, i18n.language)
}
