import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import { depositFrom, maxDeposit } from '#shared/admissions/offers/offer-money.rules.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { parseDecimalText } from '#shared/kernel/money.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { OfferDraft } from '../offer-draft.ts'

interface HintsProps {
  file: StudentFile
  typed: OfferDraft
  currency: Currency
}

/** What the regulator allows of the money that is being typed; the server decides by the same. */
export function MoneyHints({ file, typed, currency }: HintsProps) {
  const { t, i18n } = useTranslation('students')
  const format = useFormat()
  const { money, student } = file
  if (!money) return null
  const fees = typed.fees.map(({ of, amount }) => ({ of, amount: parseDecimalText(amount.trim(), currency) ?? 0 }))
  const most = maxDeposit(money, { fees })
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed.startOn)
  const from = isDay && student.entryYear !== null ? depositFrom(money, typed, student.entryYear) : null
  const amount = (minor: number) => `\u2068${format.money(minor, currency)}\u2069`
  const said = [
    most !== null && t('offer.capPercent', { percent: money.depositPercent, most: amount(most) }),
    from !== null && t('offer.capMonths', { day: formatDay(from, i18n.language) }),
    money.applicationFee !== null &&
      fees.some(({ of }) => of === 'application') &&
      t('offer.capFee', { most: amount(money.applicationFee) }),
  ].filter((line) => line !== false)
  return said.map((line) => (
    <p key={line} className={common.soft}>
      {line}
    </p>
  ))
}
