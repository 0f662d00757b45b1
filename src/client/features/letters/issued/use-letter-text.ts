import { useTranslation } from 'react-i18next'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'

/** What a kind of letter is called: the letters of an offer are two, with conditions and without. */
export function useLetterText(): (kind: LetterKind) => string {
  const { t } = useTranslation('letters.issued')
  return (kind) => {
    switch (kind) {
      case 'consent-form':
      case 'admission-form':
      case 'student-report':
      case 'face-deletion':
      case 'waiting-list':
      case 'rejection':
        return t(`kind.${kind}`)
      case 'offer-letter':
      case 'fls-offer-letter':
      case 'alfalah-offer-letter':
      case 'zaya-offer-letter':
      case 'alephya-offer-letter':
        return t('kind.offer')
      case 'conditional-offer-letter':
      case 'fls-conditional-offer-letter':
      case 'alfalah-conditional-offer-letter':
        return t('kind.conditional')
    }
  }
}
