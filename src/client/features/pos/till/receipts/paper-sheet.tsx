// chunk: till-sheets
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { PaperNet } from './paper-net.tsx'
import { PrintButton } from './print-button.tsx'
import css from './receipt-sheet.module.css'

interface PaperSheetProps {
  title: string
  /** Number of the document, named where its paper cannot be drawn. */
  what: string
  paper: ReactNode
  /** True right after the document was saved: its paper slides out. */
  isNew: boolean
  /** What the operator has to know or hand out, above the paper. */
  children?: ReactNode
  closeLabel: string
  onClose: () => void
}

/** A document of the till on the screen and for the printer. */
export function PaperSheet({ title, what, paper, isNew, children, closeLabel, onClose }: PaperSheetProps) {
  const { t } = useTranslation('pos.till')
  const drawn = <PaperNet what={what}>{paper}</PaperNet>
  const footer = (
    <>
      <PrintButton />
      <Button kind="main" size="large" data-autofocus data-action="next" onClick={onClose}>
        {closeLabel}
      </Button>
    </>
  )
  return (
    <Sheet title={title} size="narrow" onClose={onClose} footer={footer}>
      {children}
      {/* A scrolled box must be reachable without a mouse. */}
      <section className={css.slot} tabIndex={0} aria-label={t('receipt.title')}>
        <div className={isNew ? css.sliding : css.still}>{drawn}</div>
      </section>
      <Printout>{drawn}</Printout>
    </Sheet>
  )
}
