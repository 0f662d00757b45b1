// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import css from './receipt.module.css'

interface ListProps {
  receipts: readonly FeeReceipt[]
  onShow: (paymentId: string) => void
}

/** Receipts of a child, the latest first, each with what it settles and by which rule. */
export function ReceiptList({ receipts, onShow }: ListProps) {
  const { t } = useTranslation('fees.desk')
  if (receipts.length === 0) return <p>{t('receipt.none')}</p>
  return (
    <ul className={common.list}>
      {receipts.map((receipt) => (
        <ReceiptRow key={receipt.paymentId} receipt={receipt} onShow={() => onShow(receipt.paymentId)} />
      ))}
    </ul>
  )
}

function ReceiptRow({ receipt, onShow }: { receipt: FeeReceipt; onShow: () => void }) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const { nameOf, itemName, childName, dayOf } = useFeeText()
  const { number, provisional, amount, currency, method, receivedOn, effectiveOn, payer, state, allocations } = receipt
  return (
    <li className={css.receipt}>
      <p className={css.head}>
        <strong>
          <bdi dir="ltr" className="num">
            {number}
          </bdi>
        </strong>
        <strong>
          <Money minor={amount} currency={currency} />
        </strong>
        <span className={common.chip}>{t(`receipt.state.${state}`)}</span>
      </p>
      <p className={common.softLine}>
        <bdi>{dayOf(receivedOn)}</bdi> · {t(`method.${method}`)} · <bdi>{nameOf(payer)}</bdi>
        {provisional && (
          <>
            {' · '}
            {t('receipt.provisionalNo')} <bdi dir="ltr">{provisional}</bdi>
          </>
        )}
      </p>
      {receipt.isLate && <p className={common.softLine}>{t('receipt.late', { on: dayOf(effectiveOn) })}</p>}
      <ul className={css.settled}>
        {allocations.map((each) => (
          <li key={each.id}>
            <Money minor={each.amount} currency={currency} /> · <bdi>{itemName(each)}</bdi> ·{' '}
            <bdi>{childName(each.child)}</bdi>
            <small>{t(`receipt.why.${each.reason}`, { on: dayOf(each.dueOn) })}</small>
          </li>
        ))}
        {receipt.credit > 0 && <li>{t('receipt.credit', { amount: format.money(receipt.credit, currency) })}</li>}
        {receipt.unmet > 0 && <li>{t('receipt.unmet', { amount: format.money(receipt.unmet, currency) })}</li>}
      </ul>
      <p>
        <Button kind="quiet" onClick={onShow}>
          {t('receipt.show')}
        </Button>
      </p>
    </li>
  )
}
