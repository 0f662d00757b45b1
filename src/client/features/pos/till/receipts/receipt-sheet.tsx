import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { changeOf } from '../payment/pay-plan.ts'
import { sheetAtom } from '../till.atoms.ts'
import { PaperNet } from './paper-net.tsx'
import { PrintButton } from './print-button.tsx'
import { Receipt } from './receipt.tsx'
import css from './receipt-sheet.module.css'

/** After a sale: the change, large, and the receipt that slides out. Also for a reprint. */
export function ReceiptSheet({ saleId, isNew }: { saleId: string; isNew: boolean }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const shift = till.shift ?? till.lastClosed?.shift
  const sale = shift?.sales.find(({ id }) => id === saleId)
  if (!sale) return null
  const isVoid = shift?.voids.some((each) => each.saleId === saleId) ?? false
  const change = changeOf(sale.tenders)
  const receipt = (
    <PaperNet what={sale.receiptNo}>
      <Receipt sale={sale} settings={till.settings} isVoid={isVoid} />
    </PaperNet>
  )
  const close = () => setSheet(isNew ? null : { kind: 'sales' })
  return (
    <Sheet
      title={isNew ? t('receipt.saved') : t('receipt.title')}
      size="narrow"
      onClose={close}
      footer={
        <>
          <PrintButton />
          <Button kind="main" size="large" data-autofocus data-action="next" onClick={close}>
            {isNew ? t('receipt.next') : t('receipt.back')}
          </Button>
        </>
      }
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
      {/* A scrolled box must be reachable without a mouse. */}
      <section className={css.slot} tabIndex={0} aria-label={t('receipt.title')}>
        <div className={isNew ? css.sliding : css.still}>{receipt}</div>
      </section>
      <Printout>{receipt}</Printout>
    </Sheet>
  )
}
