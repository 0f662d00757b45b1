// chunk: fees
import { useTranslation } from 'react-i18next'

interface Named {
  nameLatin: string | null
  nameArabic: string | null
}

/** Returns a function from a payer or guardian to the name in the reader's script, or in the other one. */
export function usePayerName(): (named: Named) => string {
  const { i18n } = useTranslation()
  const isArabic = i18n.language === 'ar'
  return ({ nameLatin, nameArabic }) => (isArabic ? (nameArabic ?? nameLatin) : (nameLatin ?? nameArabic)) ?? ''
}
