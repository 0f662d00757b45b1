import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Money } from '#client/ui/tables/money.tsx'
import { cashOf } from '#shared/pos/refunds/refund-cash.rules.ts'
import { useKnownPeople } from '../hooks/use-known-people.ts'
import { PaperSheet } from '../receipts/paper-sheet.tsx'
import css from '../receipts/receipt-sheet.module.css'
import { sheetAtom } from '../till.atoms.ts'
import { RefundPaper } from './refund-paper.tsx'

/** After a refund: the cash to hand out, large, and its receipt. Also for a reprint. */
export function RefundReceiptSheet({ refundId, isNew }: { refundId: string; isNew: boolean }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const people = useKnownPeople()
  const shift = till.shift ?? till.lastClosed?.shift
  const refund = shift?.refunds.find(({ id }) => id === refundId)
  if (!refund) return null
  const approvedBy = people.find(({ userId }) => userId === refund.approval?.by)?.name
  const cash = cashOf(refund.tenders)
  const close = () => setSheet(isNew ? null : { kind: 'sales' })
  return (
    <PaperSheet
      title={t(isNew ? 'refund.saved' : 'receipt.title')}
      what={refund.receiptNo}
      paper={<RefundPaper refund={refund} settings={till.settings} approvedBy={approvedBy} />}
      of={{ cause: 'refund', ref: refund.id, hasCash: cash !== 0 }}
      isNew={isNew}
      closeLabel={t('receipt.back')}
      onClose={close}
    >
      {isNew && (
        <p className={css.change} data-none={cash === 0 || undefined}>
          <span>{t(cash === 0 ? 'refund.noCash' : 'refund.handOut')}</span>
          {cash !== 0 && (
            <strong>
              <Money minor={cash} currency={refund.currency} />
            </strong>
          )}
        </p>
      )}
    </PaperSheet>
  )
}
