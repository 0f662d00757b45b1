import { useTranslation } from 'react-i18next'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import type { PrintCause } from '#shared/pos/printing/print-job.types.ts'
import css from './print-button.module.css'
import { printPaperNow } from './use-paper-printing.ts'

interface PrintButtonProps {
  /** Number of the document: by it copies are counted. */
  doc: string
  cause: PrintCause
  disabled?: boolean
}

/** Prints what is laid out for paper. Not every shell around a browser can, and the till says so where it was asked. */
export function PrintButton({ doc, cause, disabled = false }: PrintButtonProps) {
  const { t } = useTranslation('pos.till')
  const { mutate, isPending, error } = useMutation(printPaperNow)
  return (
    <>
      {error && (
        <p className={css.failed} role="alert">
          {t('receipt.cannotPrint')}
        </p>
      )}
      <Button
        size="large"
        icon={<PrintIcon />}
        disabled={disabled}
        isWorking={isPending}
        onClick={() => void mutate(doc, cause)}
      >
        {t('receipt.print')}
      </Button>
    </>
  )
}
