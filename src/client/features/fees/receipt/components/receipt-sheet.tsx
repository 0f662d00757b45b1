// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { PrintedSheet } from '#client/ui/print/printed-sheet.tsx'
import { usePrintCount } from '../hooks/use-print-count.ts'
import type { PaperLine } from './paper-line.ts'
import { ReceiptPaper } from './receipt-paper.tsx'

interface SheetProps {
  line: PaperLine
  onClose: () => void
  /** Asks for a refund of what the receipt settles nothing with; undefined where there is none. */
  onRefund?: (() => void) | undefined
  /** Moves the money to other items; undefined for a reader who may not. */
  onMove?: (() => void) | undefined
}

/** A receipt on the screen and for the printer. */
export function ReceiptSheet({ line, onClose, onRefund, onMove }: SheetProps) {
  const { t } = useTranslation('fees.desk')
  useBusy(true)
  const { copy, count } = usePrintCount(line)
  const words = { print: t('paper.print'), close: t('close'), cannotPrint: t('paper.cannotPrint') }
  return (
    <PrintedSheet
      label={t('paper.final')}
      words={words}
      onClose={onClose}
      beforePrint={count}
      actions={
        <>
          {onMove && <Button onClick={onMove}>{t('move.begin')}</Button>}
          {onRefund && <Button onClick={onRefund}>{t('claim.refund')}</Button>}
        </>
      }
    >
      <ReceiptPaper line={line} copy={copy} />
    </PrintedSheet>
  )
}
