import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import type { ShownName } from '#shared/fees/family/family-fees.contract.ts'

/** Names and days as the page of a payer writes them. */
export function usePayerText() {
  const { i18n } = useTranslation()
  const format = useFormat()
  const nameOf = ({ nameLatin, nameArabic }: ShownName): string | null =>
    i18n.language === 'ar' ? nameArabic || nameLatin : nameLatin || nameArabic
  const dayOf = (day: string) => format.day(`${day}T12:00Z`)
  return { nameOf, dayOf, language: i18n.language === 'ar' ? ('ar' as const) : ('en' as const) }
}
