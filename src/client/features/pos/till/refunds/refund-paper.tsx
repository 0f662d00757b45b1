// chunk: till-sheets
import { useMemo } from 'react'
import { createFormat } from '#client/i18n/format.ts'
import receiptStyles from '#client/ui/print/paper.module.css'
import { Both, Paper, PaperRow, useBilingualText } from '#client/ui/print/paper.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { add, wholeQty } from '#shared/kernel/money.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'

interface PaperProps {
  refund: Refund
  settings: TillSettings
  /** Left out where nobody approved it, or the till does not know the name. */
  approvedBy?: Bilingual | undefined
}

function Lines({ refund, amount }: Pick<PaperProps, 'refund'> & { amount: (minor: number) => string }) {
  return (
    <ul className={receiptStyles.lines}>
      {refund.lines.map((line) => (
        <li key={line.saleLineId}>
          <span className={receiptStyles.item}>
            <Both text={line.name} />
            {line.qtyMilli !== wholeQty && (
              <small>
                <bdi dir="ltr">× {line.qtyMilli / wholeQty}</bdi>
              </small>
            )}
          </span>
          <span dir="ltr" className={receiptStyles.price}>
            {amount(add(line.net, line.tax))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A refund on 80 mm of paper, in both languages at once. */
export function RefundPaper({ refund, settings, approvedBy }: PaperProps) {
  const words = useBilingualText()
  const { language, timeZone } = settings
  const format = useMemo(() => createFormat(language, timeZone, refund.currency), [language, timeZone, refund.currency])
  const amount = (minor: number) => format.amount(minor)
  return (
    <Paper language={language}>
      <header className={receiptStyles.head}>
        <strong className={receiptStyles.school}>
          <Both text={settings.school} />
        </strong>
      </header>
      <h3 className={receiptStyles.title}>
        <Both text={words('paper.refund')} isInline />
      </h3>
      <PaperRow label={words('paper.receiptNo')} value={refund.receiptNo} />
      {refund.saleReceiptNo && <PaperRow label={words('paper.ofReceipt')} value={refund.saleReceiptNo} />}
      <PaperRow label={words('paper.date')} value={format.dateTime(refund.at)} />
      <hr className={receiptStyles.cut} />
      <Lines refund={refund} amount={amount} />
      <hr className={receiptStyles.cut} />
      {refund.taxes
        .filter(({ tax }) => tax !== 0)
        .map((tax) => (
          <PaperRow
            key={`${tax.code} ${tax.included}`}
            label={words(tax.included ? 'paper.taxIncluded' : 'paper.tax')}
            note={format.percent(tax.ratePpm)}
            value={amount(tax.tax)}
          />
        ))}
      <PaperRow isTotal label={words('paper.refund')} note={refund.currency} value={amount(refund.totals.total)} />
      {refund.tenders.map((tender) => (
        <PaperRow
          key={tender.id}
          label={words(`tender.${tender.kind}`)}
          note={tender.kind === 'card' ? tender.terminalRef : undefined}
          value={amount(tender.kind === 'cash' ? add(tender.amount, tender.rounding) : tender.amount)}
        />
      ))}
      <p className={receiptStyles.why}>
        <bdi>{refund.reason}</bdi>
      </p>
      {approvedBy && <PaperRow label={words('paper.approvedBy')} value={approvedBy[language]} />}
    </Paper>
  )
}
