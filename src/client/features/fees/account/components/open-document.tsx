// chunk: fees
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Loading } from '#client/ui/tables/list-frame.tsx'
import type { FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeeDocumentRow } from '#shared/fees/fee-document.contract.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import { CreditSheet } from '../../moves/credit-sheet.tsx'
import { MoveSheet } from '../../moves/move-sheet.tsx'
import { LazyReceiptSheet } from '../../receipt/components/lazy-receipt-sheet.ts'
import { paperOf } from '../../receipt/components/paper-line.ts'
import { DocumentSheet } from './document-sheet.tsx'

interface OpenDocumentProps {
  row: FeeDocumentRow
  payments: readonly FeeReceipt[]
  items: readonly FeeItem[]
  onClose: () => void
  onRefund: (receipt: FeeReceipt) => void
  /** The account is another one after it. */
  onChanged: () => void
}

/** The document that was opened: a receipt as its paper, anything else as it was issued. */
export function OpenDocument({ row, payments, items, onClose, onRefund, onChanged }: OpenDocumentProps) {
  const { t } = useTranslation('fees.desk')
  const may = useRights()
  const [isChanging, setIsChanging] = useState(false)
  const receipt = payments.find(({ documentId }) => documentId === row.documentId)
  const done = () => {
    onClose()
    onChanged()
  }
  const changing = { onClose: () => setIsChanging(false), onDone: done }
  if (!receipt) {
    if (isChanging) return <CreditSheet row={row} items={items} {...changing} />
    const canCredit = row.kind === 'invoice' && may('fees.bill')
    return <DocumentSheet row={row} onClose={onClose} onCredit={canCredit ? () => setIsChanging(true) : undefined} />
  }
  const canRefund = may('fees.refund') && receipt.state === 'final' && receipt.credit > 0
  const canMove = may('fees.bill') && receipt.state !== 'returned'
  return (
    <>
      <Suspense fallback={<Loading>{t('loading')}</Loading>}>
        <LazyReceiptSheet
          line={paperOf(receipt)}
          onClose={onClose}
          onRefund={canRefund ? () => onRefund(receipt) : undefined}
          onMove={canMove ? () => setIsChanging(true) : undefined}
        />
      </Suspense>
      {isChanging && <MoveSheet receipt={receipt} items={items} {...changing} />}
    </>
  )
}
