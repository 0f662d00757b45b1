import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Receipt } from '#client/features/pos/till/receipts/receipt.tsx'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import type { Transaction } from '#shared/pos/pos-report.contract.ts'
import { readSale } from '../pos-report.api.ts'
import { ReasonText } from './reason-list.tsx'
import { RemovedLines } from './removed-lines.tsx'
import css from './sale-sheet.module.css'

/** One sale of the report: its reasons, and its receipt with lines and tenders, to print again. */
export function SaleSheet({ row, onClose }: { row: Transaction; onClose: () => void }) {
  const { t } = useTranslation('pos.reports')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(useCallback(() => readSale(row.id), [row.id]))
  const receipt = answer && (
    <Receipt
      sale={answer.sale}
      settings={answer.settings}
      isVoid={answer.voidReason !== null}
      approvedBy={answer.voidApprovedBy ?? undefined}
      soldBy={row.cashier}
      holder={row.customer ?? undefined}
    />
  )
  const footer = (
    <>
      {failure && <Button onClick={again}>{t('retry')}</Button>}
      <Button icon={<PrintIcon />} disabled={!receipt} onClick={() => print()}>
        {t('sale.print')}
      </Button>
      <Button kind="main" data-autofocus onClick={onClose}>
        {t('sale.close')}
      </Button>
    </>
  )
  return (
    <Sheet title={<bdi dir="ltr">{row.receiptNo}</bdi>} size="narrow" onClose={onClose} footer={footer}>
      {failure && <p role="alert">{errorText(failure)}</p>}
      <ul className={css.reasons}>
        {row.reasons.map((reason) => (
          <li key={`${reason.kind} ${reason.item?.en} ${reason.text}`}>
            <ReasonText reason={reason} />
          </li>
        ))}
        {answer?.voidReason && (
          <li>
            {t('reason.void')}: <bdi>{answer.voidReason}</bdi>
            {answer.voidApprovedBy && ` · ${t('reason.approvedBy', { name: pick(answer.voidApprovedBy) })}`}
          </li>
        )}
        {answer?.exchangedReceiptNo && <li>{t('sale.exchange', { receipt: answer.exchangedReceiptNo })}</li>}
      </ul>
      {answer && answer.removed.length > 0 && (
        <section>
          <h3>{t('removed.title')}</h3>
          <RemovedLines lines={answer.removed} />
        </section>
      )}
      {/* A scrolled box must be reachable without a mouse. */}
      <section className={css.paper} tabIndex={0} aria-label={t('sale.receipt')}>
        {receipt}
      </section>
      {receipt && <Printout>{receipt}</Printout>}
    </Sheet>
  )
}
