import { useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import receiptStyles from '#client/ui/print/paper.module.css'
import { Both, PaperRow, useBilingualText } from '#client/ui/print/paper.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { negate, sum, toDecimalText, wholeQty } from '#shared/kernel/money.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import { changeOf } from '../payment/pay-plan.ts'
import { sheetAtom } from '../till.atoms.ts'
import { PaperNet } from './paper-net.tsx'
import { PrintButton } from './print-button.tsx'
import css from './receipt-sheet.module.css'

interface ReceiptProps {
  sale: Sale
  settings: TillSettings
  isVoid: boolean
}

/** What the code on the receipt says: enough to find the sale and to see that nobody has changed its total. */
const receiptCode = (sale: Sale): string =>
  [sale.receiptNo, sale.id, toDecimalText(sale.totals.total, sale.currency), sale.businessDay].join('|')

function Lines({ sale, amount }: { sale: Sale; amount: (minor: number) => string }) {
  return (
    <ul className={receiptStyles.lines}>
      {sale.lines.map((line) => (
        <li key={line.id}>
          <span className={receiptStyles.item}>
            <Both text={line.name} />
            {line.modifiers.map((modifier) => (
              <small key={modifier.id}>
                + <Both text={modifier.name} isInline />
              </small>
            ))}
          </span>
          <span dir="ltr" className={receiptStyles.price}>
            {line.qtyMilli !== wholeQty && (
              <small>
                {line.qtyMilli / wholeQty} ×{' '}
                {amount(Math.max(0, sum([line.unitPrice, ...line.modifiers.map((m) => m.priceDelta)])))}{' '}
              </small>
            )}
            {amount(line.gross)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Tenders({ sale, amount }: { sale: Sale; amount: (minor: number) => string }) {
  const words = useBilingualText()
  const change = changeOf(sale.tenders)
  const rounding = sale.tenders.reduce((sum, t) => (t.kind === 'cash' ? sum + t.rounding : sum), 0)
  return (
    <>
      {sale.tenders.map((tender) => (
        <PaperRow
          key={tender.id}
          label={words(`tender.${tender.kind}`)}
          note={tender.kind === 'card' ? tender.terminalRef : undefined}
          value={amount(tender.kind === 'cash' ? tender.given : tender.amount)}
        />
      ))}
      {rounding !== 0 && <PaperRow label={words('paper.rounding')} value={amount(rounding)} />}
      {change !== 0 && <PaperRow label={words('paper.change')} value={amount(change)} />}
    </>
  )
}

/** A sale on 80 mm of paper, in both languages at once. */
function Receipt({ sale, settings, isVoid }: ReceiptProps) {
  const words = useBilingualText()
  const format = useMemo(() => createFormat('en', settings.timeZone, sale.currency), [settings.timeZone, sale.currency])
  const amount = (minor: number) => format.amount(minor)
  // Most schools begin their header with their own name; once is enough.
  const namesSchool = settings.receiptHeader.en.startsWith(settings.school.en)
  const qr = useMemo(() => qrPath(receiptCode(sale)), [sale])
  return (
    <article className={receiptStyles.paper} lang="en" dir="ltr">
      <header className={receiptStyles.head}>
        {!namesSchool && (
          <strong className={receiptStyles.school}>
            <Both text={settings.school} />
          </strong>
        )}
        <span className={namesSchool ? receiptStyles.named : undefined}>
          <Both text={settings.receiptHeader} />
        </span>
      </header>
      {isVoid && (
        <p className={receiptStyles.void}>
          <Both text={words('paper.void')} isInline />
        </p>
      )}
      <PaperRow label={words('paper.receiptNo')} value={sale.receiptNo} />
      <PaperRow label={words('paper.date')} value={format.dateTime(sale.soldAt)} />
      <hr className={receiptStyles.cut} />
      <Lines sale={sale} amount={amount} />
      <hr className={receiptStyles.cut} />
      {sale.totals.discount > 0 && (
        <PaperRow label={words('discount.title')} value={amount(negate(sale.totals.discount))} />
      )}
      {sale.taxes
        .filter(({ tax }) => tax !== 0)
        .map((tax) => (
          <PaperRow
            key={`${tax.code} ${tax.included}`}
            label={words(tax.included ? 'paper.taxIncluded' : 'paper.tax')}
            note={format.percent(tax.ratePpm)}
            value={amount(tax.tax)}
          />
        ))}
      <PaperRow isTotal label={words('cart.total')} note={sale.currency} value={amount(sale.totals.total)} />
      <Tenders sale={sale} amount={amount} />
      <svg
        className={receiptStyles.qr}
        viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`}
        role="img"
        aria-label={sale.receiptNo}
      >
        <path d={qr.path} />
      </svg>
      <footer className={receiptStyles.head}>
        <Both text={settings.receiptFooter} />
      </footer>
    </article>
  )
}

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
