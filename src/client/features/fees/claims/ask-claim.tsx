// chunk: fees
import { useTranslation } from 'react-i18next'
import type { FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { claimRefund, claimWriteOff } from './claim.api.ts'
import { ClaimSheet } from './claim-sheet.tsx'

/** What a refund or write-off is asked of. */
export type ClaimOf = { receipt: FeeReceipt } | { item: FeeItem }

interface AskClaimProps {
  of: ClaimOf
  currency: Currency
  onClose: () => void
  onDone: () => void
}

/** Money goes back as it came, or in another way; cash goes back for cash alone. */
function refundMethods({ method }: FeeReceipt): readonly [FeeMethod, ...FeeMethod[]] {
  const first = method === 'cheque' ? 'transfer' : method
  return [first, ...(['transfer', 'cheque', 'card'] as const).filter((each) => each !== first)]
}

/** Asks for a refund of a receipt's credit, or to write off what is open on an item. */
export function AskClaim({ of, currency, ...callbacks }: AskClaimProps) {
  const { t } = useTranslation('fees.desk')
  const { nameOf, itemName } = useFeeText()
  if ('receipt' in of) {
    const { paymentId, payer, number, credit } = of.receipt
    return (
      <ClaimSheet
        title={t('claim.refund')}
        about={t('claim.ofReceipt', { number, name: nameOf(payer) })}
        most={credit}
        currency={currency}
        methods={refundMethods(of.receipt)}
        send={(asked, opId) => claimRefund({ ...asked, opId, paymentId, payerId: payer.payerId })}
        {...callbacks}
      />
    )
  }
  const { chargeId, open } = of.item
  return (
    <ClaimSheet
      title={t('claim.writeOff')}
      about={itemName(of.item)}
      most={open}
      currency={currency}
      methods={['cash']}
      send={({ amount, reason }, opId) => claimWriteOff({ amount, reason, opId, chargeId })}
      {...callbacks}
    />
  )
}
