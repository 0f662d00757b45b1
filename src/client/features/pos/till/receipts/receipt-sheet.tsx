import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Money } from '#client/ui/tables/money.tsx'
import { useKnownPeople } from '../hooks/use-known-people.ts'
import { changeOf } from '../payment/pay-plan.ts'
import { sheetAtom } from '../till.atoms.ts'
import { PaperSheet } from './paper-sheet.tsx'
import { Receipt } from './receipt.tsx'
import css from './receipt-sheet.module.css'

/** After a sale: the change, large, and the receipt that slides out. Also for a reprint. */
export function ReceiptSheet({ saleId, isNew }: { saleId: string; isNew: boolean }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const people = useKnownPeople()
  const shift = till.shift ?? till.lastClosed?.shift
  const sale = shift?.sales.find(({ id }) => id === saleId)
  if (!sale) return null
  const voided = shift?.voids.find((each) => each.saleId === saleId)
  const approvedBy = people.find(({ userId }) => userId === voided?.approval?.by)?.name
  const change = changeOf(sale.tenders)
  const close = () => setSheet(isNew ? null : { kind: 'sales' })
  return (
    <PaperSheet
      title={isNew ? t('receipt.saved') : t('receipt.title')}
      what={sale.receiptNo}
      paper={<Receipt sale={sale} settings={till.settings} isVoid={voided !== undefined} approvedBy={approvedBy} />}
      of={{ cause: 'sale', ref: sale.id, hasCash: sale.tenders.some(({ kind }) => kind === 'cash') }}
      isNew={isNew}
      closeLabel={isNew ? t('receipt.next') : t('receipt.back')}
      onClose={close}
    >
      {isNew && (
        <p className={css.change} data-none={change === 0 || undefined}>
          <span>{change === 0 ? t('receipt.noChange') : t('pay.change')}</span>
          {change !== 0 && (
            <strong>
              <Money minor={change} currency={sale.currency} />
            </strong>
          )}
        </p>
      )}
    </PaperSheet>
  )
}
