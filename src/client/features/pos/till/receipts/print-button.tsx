import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import css from './print-button.module.css'

/** Prints what is laid out for paper. Not every shell around a browser can, and the till says so where it was asked. */
export function PrintButton({ disabled = false }: { disabled?: boolean }) {
  const { t } = useTranslation('pos.till')
  const [hasFailed, setHasFailed] = useState(false)
  const onClick = () => {
    try {
      print()
      setHasFailed(false)
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <>
      {hasFailed && (
        <p className={css.failed} role="alert">
          {t('receipt.cannotPrint')}
        </p>
      )}
      <Button size="large" icon={<PrintIcon />} disabled={disabled} onClick={onClick}>
        {t('receipt.print')}
      </Button>
    </>
  )
}
