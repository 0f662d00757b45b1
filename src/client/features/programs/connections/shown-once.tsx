import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { useCopy } from '#client/ui/fields/use-copy.ts'

interface ShownOnceProps {
  label: string
  hint?: string
  value: string
}

/** A secret or an address that is read and copied by hand. */
export function ShownOnce({ label, hint, value }: ShownOnceProps) {
  const { t } = useTranslation('programs')
  const { input, outcome, copy } = useCopy(value)
  return (
    <div className={common.tightStack}>
      <TextField ref={input} label={label} hint={hint} dir="ltr" readOnly value={value} onChange={() => undefined} />
      <div className={common.centredActions}>
        <Button onClick={copy}>{t('copy')}</Button>
        <span role="status" className={common.soft}>
          {outcome ? t(outcome) : ''}
        </span>
      </div>
    </div>
  )
}
