import { useMemo } from 'react'
import { createFormat } from '#client/i18n/format.ts'
import receiptStyles from '#client/ui/print/paper.module.css'
import { Both, Paper, PaperRow, useBilingualText } from '#client/ui/print/paper.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { negate, sum, toDecimalText, wholeQty } from '#shared/kernel/money.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import type { SaleDetail } from '#shared/pos/pos-report.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import { changeOf } from '../payment/pay-plan.ts'

type PrintedSale = SaleDetail['sale']
type PaperSettings = Pick<TillSettings, 'school' | 'timeZone' | 'language' | 'receiptHeader' | 'receiptFooter'>

interface ReceiptProps {
  sale: PrintedSale
  settings: PaperSettings
  isVoid: boolean
  /** Of the void; left out where nobody approved it, or its name is not known here. */
  approvedBy?: Bilingual | undefined
  /** Left out where the name is not known here. */
  soldBy?: Bilingual | undefined
  /** Whose account paid. What is left on it is not told: it would say whose meals the school pays. */
  holder?: { name: Bilingual; admissionNo: string } | undefined
}

/** What the code on the receipt says: enough to find the sale and to see that nobody has changed its total. */
const receiptCode = (sale: PrintedSale): string =>
  [sale.receiptNo, sale.id, toDecimalText(sale.totals.total, sale.currency), sale.businessDay].join('|')

function Lines({ sale, amount }: { sale: PrintedSale; amount: (minor: number) => string }) {
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
            {line.note && (
              <small>
                <bdi>{line.note}</bdi>
              </small>
            )}
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
          <LineTerms line={line} amount={amount} />
        </li>
      ))}
    </ul>
  )
}

/** What was taken off one line, or the price that it would have had. */
function LineTerms({ line, amount }: { line: PrintedSale['lines'][number]; amount: (minor: number) => string }) {
  const words = useBilingualText()
  const { ownDiscount, priceOverride } = line
  return (
    <>
      {priceOverride && <PaperRow label={words('paper.wasPrice')} value={amount(priceOverride.listPrice)} />}
      {ownDiscount && <PaperRow label={words('why.line-discount')} value={amount(negate(ownDiscount.amount))} />}
    </>
  )
}

function Tenders({ sale, amount }: { sale: PrintedSale; amount: (minor: number) => string }) {
  const words = useBilingualText()
  const change = changeOf(sale.tenders)
  const rounding = sale.tenders.reduce((sum, t) => (t.kind === 'cash' ? sum + t.rounding : sum), 0)
  return (
    <>
      {sale.tenders.map((tender) => (
        <PaperRow
          key={tender.id}
          label={words(tender.carried ? 'paper.exchange' : `tender.${tender.kind}`)}
          note={tender.kind === 'card' && !tender.carried ? tender.terminalRef : undefined}
          value={amount(tender.kind === 'cash' && !tender.carried ? tender.given : tender.amount)}
        />
      ))}
      {rounding !== 0 && <PaperRow label={words('paper.rounding')} value={amount(rounding)} />}
      {change !== 0 && <PaperRow label={words('paper.change')} value={amount(change)} />}
    </>
  )
}

interface FactsProps extends Omit<ReceiptProps, 'settings'> {
  language: PaperSettings['language']
  at: string
}

/** Which sale it is, and who had to do with it. */
function Facts({ sale, isVoid, approvedBy, soldBy, holder, language, at }: FactsProps) {
  const words = useBilingualText()
  const inFirst = (name: Bilingual) => name[language] || name.en
  return (
    <>
      {isVoid && (
        <p className={receiptStyles.void}>
          <Both text={words('paper.void')} isInline />
        </p>
      )}
      {isVoid && approvedBy && <PaperRow label={words('paper.approvedBy')} value={approvedBy[language]} />}
      <PaperRow label={words('paper.receiptNo')} value={sale.receiptNo} />
      <PaperRow label={words('paper.date')} value={at} />
      {soldBy && <PaperRow label={words('paper.cashier')} value={inFirst(soldBy)} />}
      {holder && sale.tenders.some(({ kind }) => kind === 'account') && (
        <PaperRow label={words('paper.accountOf')} note={holder.admissionNo} value={inFirst(holder.name)} />
      )}
    </>
  )
}

/** A sale on 80 mm of paper, in both languages at once. */
export function Receipt({ sale, settings, isVoid, approvedBy, soldBy, holder }: ReceiptProps) {
  const words = useBilingualText()
  const { language, timeZone } = settings
  const format = useMemo(() => createFormat(language, timeZone, sale.currency), [language, timeZone, sale.currency])
  const amount = (minor: number) => format.amount(minor)
  // Most schools begin their header with their own name; once is enough.
  const namesSchool = settings.receiptHeader.en.startsWith(settings.school.en)
  const qr = useMemo(() => qrPath(receiptCode(sale)), [sale])
  return (
    <Paper language={language}>
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
      <Facts {...{ sale, isVoid, approvedBy, soldBy, holder, language }} at={format.dateTime(sale.soldAt)} />
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
    </Paper>
  )
}
