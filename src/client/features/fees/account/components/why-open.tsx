// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import type { OpenReason } from '#shared/fees/fee-account.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { useFeeText } from '../hooks/use-fee-text.ts'

/** Why an item is open, or is not, in one sentence. */
export function WhyOpen({ why, currency }: { why: OpenReason; currency: Currency }) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const { dayOf } = useFeeText()
  const values = {
    on: why.on === null ? '' : dayOf(why.on),
    count: why.days ?? 0,
    paid: format.money(why.paid ?? 0, currency),
    amount: format.money(why.amount ?? 0, currency),
  }
  return <>{t(`why.${why.id}`, values)}</>
}
