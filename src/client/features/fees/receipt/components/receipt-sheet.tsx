// chunk: fees
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { usePrintCount } from '../hooks/use-print-count.ts'
import { type PaperLine, ReceiptPaper } from './receipt-paper.tsx'
import css from './receipt.module.css'

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
  const [hasFailed, setFailed] = useState(false)
  const section = useRef<HTMLElement>(null)
  useBusy(true)
  useEffect(() => section.current?.focus(), [])
  const { copy, count } = usePrintCount(line)
  const onPrint = async () => {
    await count()
    try {
      print()
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <section ref={section} tabIndex={-1} aria-label={t('paper.final')} className={css.sheet}>
      <ReceiptPaper line={line} copy={copy} />
      {hasFailed && <InlineNotice tone="problem">{t('paper.cannotPrint')}</InlineNotice>}
      <div className={css.actions}>
        <Button kind="main" onClick={() => void onPrint()}>
          {t('paper.print')}
        </Button>
        {onMove && <Button onClick={onMove}>{t('move.begin')}</Button>}
        {onRefund && <Button onClick={onRefund}>{t('claim.refund')}</Button>}
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
      <Printout>
        <ReceiptPaper line={line} copy={copy} />
      </Printout>
    </section>
  )
}
