// chunk: fees
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeeChild, PayerName } from '#shared/fees/fee-values.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'

type Named = Pick<PayerName, 'nameLatin' | 'nameArabic'>

/** Names and days as fee screens write them. The words of `fees.desk` are loaded before. */
export function useFeeText() {
  const { t, i18n } = useTranslation('fees.desk')
  const pick = useBilingual()
  const nameOf = useCallback(
    ({ nameLatin, nameArabic }: Named) =>
      (i18n.language === 'ar' ? nameArabic || nameLatin : nameLatin || nameArabic) || t('noName'),
    [t, i18n.language],
  )
  const childName = (child: FeeChild) => (child.isErased ? t('erased') : nameOf(child))
  const itemName = ({ component, part }: Pick<FeeItem, 'component' | 'part'>) =>
    t('item.name', { component: pick(component.name), part })
  const dayOf = (day: string) => formatDay(day, i18n.language)
  return { nameOf, childName, itemName, dayOf }
}
