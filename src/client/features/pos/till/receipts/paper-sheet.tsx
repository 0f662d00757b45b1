// chunk: till-sheets
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import type { SavedDocument } from '../../hardware/paper-printing.ts'
import { PaperNet } from './paper-net.tsx'
import { PrintButton } from './print-button.tsx'
import css from './receipt-sheet.module.css'
import { PaperStatus, useAfterSaved } from './use-paper-printing.ts'

interface PaperSheetProps {
  title: string
  /** Number of the document, named where its paper cannot be drawn. */
  what: string
  paper: ReactNode
  /** What the document is, for its drawer and its prints. */
  of: Omit<SavedDocument, 'doc'>
  /** True right after the document was saved: its paper slides out. */
  isNew: boolean
  /** What the operator has to know or hand out, above the paper. */
  children?: ReactNode
  closeLabel: string
  onClose: () => void
}

/** A document of the till on the screen and for the printer. */
export function PaperSheet({ title, what, paper, of, isNew, children, closeLabel, onClose }: PaperSheetProps) {
  const { t } = useTranslation('pos.till')
  useAfterSaved(isNew ? { doc: what, ...of } : undefined)
  const drawn = <PaperNet what={what}>{paper}</PaperNet>
  const footer = (
    <>
      <PrintButton doc={what} cause={isNew ? of.cause : 'reprint'} />
      <Button kind="main" size="large" data-autofocus data-action="next" onClick={onClose}>
        {closeLabel}
      </Button>
    </>
  )
  return (
    <Sheet title={title} size="narrow" onClose={onClose} footer={footer}>
      {children}
      <Suspense fallback={null}>
        <PaperStatus doc={what} of={of.ref} />
      </Suspense>
      {/* A scrolled box must be reachable without a mouse. */}
      <section className={css.slot} tabIndex={0} aria-label={t('receipt.title')}>
        <div className={isNew ? css.sliding : css.still}>{drawn}</div>
      </section>
      <Printout>{drawn}</Printout>
    </Sheet>
  )
}
