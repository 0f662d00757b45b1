import { useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import receiptStyles from '#client/ui/print/paper.module.css'
import { Both, Paper, PaperRow, useBilingualText } from '#client/ui/print/paper.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { add, wholeQty } from '#shared/kernel/money.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import { cashOf } from '#shared/pos/refunds/refund-cash.rules.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import { useKnownPeople } from '../hooks/use-known-people.ts'
import { PaperSheet } from '../receipts/paper-sheet.tsx'
import css from '../receipts/receipt-sheet.module.css'
import { sheetAtom } from '../till.atoms.ts'

interface PaperProps {
  refund: Refund
  settings: TillSettings
  /** Left out where nobody approved it, or the till does not know the name. */
  approvedBy: Bilingual | undefined
}

/** A refund on 80 mm of paper, in both languages at once. */
function RefundPaper({ refund, settings, approvedBy }: PaperProps) {
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
      <PaperRow label={words('paper.ofReceipt')} value={refund.saleReceiptNo} />
      <PaperRow label={words('paper.date')} value={format.dateTime(refund.at)} />
      <hr className={receiptStyles.cut} />
      <ul className={receiptStyles.lines}>
        {refund.lines.map((line) => (
          <li key={line.saleLineId}>
            <span className={receiptStyles.item}>
              <Both text={line.name} />
            </span>
            <span dir="ltr" className={receiptStyles.price}>
              {line.qtyMilli !== wholeQty && <small>{line.qtyMilli / wholeQty} × </small>}
              {amount(add(line.net, line.tax))}
            </span>
          </li>
        ))}
      </ul>
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
