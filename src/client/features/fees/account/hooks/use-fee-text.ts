// chunk: fees
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { FeeItem } from '#shared/fees/fee-account.contract.ts'
import { isPlanPart } from '#shared/fees/plans/charge-part.rules.ts'
import { clawbackPart } from '#shared/fees/plans/clawback.rules.ts'
import type { FeeChild, PayerName } from '#shared/fees/fee-values.contract.ts'

type Named = Pick<PayerName, 'nameLatin' | 'nameArabic'>

/** Names and days as fee screens write them. The words of `fees.desk` are loaded before. */
export function useFeeText() {
  const { t, i18n } = useTranslation('fees.desk')
  const pick = useBilingual()
  const format = useFormat()
  const nameOf = useCallback(
    ({ nameLatin, nameArabic }: Named) =>
      (i18n.language === 'ar' ? nameArabic || nameLatin : nameLatin || nameArabic) || t('noName'),
    [t, i18n.language],
  )
  const childName = (child: FeeChild) => (child.isErased ? t('erased') : nameOf(child))
  const itemName = ({ component, part }: Pick<FeeItem, 'component' | 'part'>) => {
    const of = { component: pick(component.name), part }
    if (part === clawbackPart) return t('item.takenBack', of)
    return isPlanPart(part) ? t('item.name', of) : of.component
  }
  const dayOf = (day: string) => format.day(`${day}T12:00Z`)
  return { nameOf, childName, itemName, dayOf }
}
