import { useTranslation } from 'react-i18next'
import type { Allergen } from '#shared/pos/catalogue.contract.ts'

/** Answers a function from allergens to their names in the reader's language, in one text. */
export function useAllergenNames(): (allergens: readonly Allergen[]) => string {
  const { t } = useTranslation('pos.till')
  return (allergens) => allergens.map((allergen) => t(`allergen.${allergen}`)).join(t('listComma'))
}
