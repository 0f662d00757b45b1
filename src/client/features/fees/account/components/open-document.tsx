// chunk: fees
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Loading } from '#client/ui/tables/list-frame.tsx'
import type { FeeDocumentRow } from '#shared/fees/fee-document.contract.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import { LazyReceiptSheet } from '../../receipt/components/lazy-receipt-sheet.ts'
import { paperOf } from '../../receipt/components/receipt-paper.tsx'
import { DocumentSheet } from './document-sheet.tsx'

interface OpenDocumentProps {
  row: FeeDocumentRow
  payments: readonly FeeReceipt[]
  onClose: () => void
  onRefund: (receipt: FeeReceipt) => void
}

/** The document that was opened: a receipt as its paper, anything else as it was issued. */
export function OpenDocument({ row, payments, onClose, onRefund }: OpenDocumentProps) {
  const { t } = useTranslation('fees.desk')
  const may = useRights()
  const receipt = payments.find(({ documentId }) => documentId === row.documentId)
  if (!receipt) return <DocumentSheet row={row} onClose={onClose} />
  const canRefund = may('fees.refund') && receipt.state === 'final' && receipt.credit > 0
  return (
    <Suspense fallback={<Loading>{t('loading')}</Loading>}>
      <LazyReceiptSheet
        line={paperOf(receipt)}
        onClose={onClose}
        onRefund={canRefund ? () => onRefund(receipt) : undefined}
      />
    </Suspense>
  )
}
