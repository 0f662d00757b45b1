import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Money } from '#client/ui/tables/money.tsx'
import { useKnownPeople } from '../hooks/use-known-people.ts'
import { add, type Minor, negate } from '#shared/kernel/money.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import { netCash } from '#shared/pos/refunds/exchange.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { changeOf } from '../payment/pay-plan.ts'
import { RefundPaper } from '../refunds/refund-paper.tsx'
import { sheetAtom } from '../till.atoms.ts'
import { PaperSheet } from './paper-sheet.tsx'
import { Receipt } from './receipt.tsx'
import css from './receipt-sheet.module.css'

/** What an exchange hands out: its change, or the difference where the other goods cost less. */
function handOut({ tenders }: Refund, sale: Sale): Minor {
  const taken = sale.tenders.filter(({ carried }) => !carried)
  const difference = netCash(
    tenders,
    sale.tenders.filter(({ carried }) => carried),
  )
  return add(changeOf(taken), Math.max(0, negate(difference)))
}

/** Whether cash is taken or handed out. What an exchange carries over from the goods that came back never leaves the drawer. */
const movesCash = ({ tenders }: Sale, change: Minor): boolean =>
  change > 0 || tenders.some(({ kind, carried }) => kind === 'cash' && !carried)

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
  const nameOf = (approval: { by: string } | undefined) => people.find(({ userId }) => userId === approval?.by)?.name
  const exchanged = shift?.refunds.find(({ id }) => id === sale.exchangeOf)
  // Where the other goods cost less, it is the difference that is handed out.
  const change = exchanged ? handOut(exchanged, sale) : changeOf(sale.tenders)
  const close = () => setSheet(isNew ? null : { kind: 'sales' })
  return (
    <PaperSheet
      title={isNew ? t('receipt.saved') : t('receipt.title')}
      what={sale.receiptNo}
      paper={
        <>
          {exchanged && (
            <RefundPaper refund={exchanged} settings={till.settings} approvedBy={nameOf(exchanged.approval)} />
          )}
          <Receipt
            sale={sale}
            settings={till.settings}
            isVoid={voided !== undefined}
            approvedBy={nameOf(voided?.approval)}
            soldBy={nameOf({ by: sale.cashierId })}
            holder={sale.customerId ? till.customer(sale.customerId) : undefined}
          />
        </>
      }
      of={{ cause: 'sale', ref: sale.id, hasCash: movesCash(sale, change) }}
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
