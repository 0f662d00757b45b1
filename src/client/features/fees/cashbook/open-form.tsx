// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import { readAmount } from '../setup/fee-amounts.ts'
import { open } from './cashbook.api.ts'
import css from './cashbook.module.css'

/** Opens the own session: at which desk, and what lies in its drawer. */
export function OpenForm({ currency, onOpened }: { currency: Currency; onOpened: () => void }) {
  const { t } = useTranslation('fees.cashbook')
  const errorText = useErrorText()
  const [desk, setDesk] = useState('')
  const [float, setFloat] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useCommand(
    (asked: { desk: string; floatAmount: Minor }, opId) => open({ ...asked, newSessionId: opId }),
    { onSuccess: onOpened },
  )
  const floatAmount = readAmount(float, currency)
  const isFloat = floatAmount !== undefined && floatAmount >= 0
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (desk.trim() !== '' && isFloat) void mutate({ desk: desk.trim(), floatAmount })
  }
  return (
    <form noValidate className={css.section} onSubmit={send} aria-label={t('open.title')}>
      <h2 className={common.heading}>{t('open.title')}</h2>
      <p className={common.softLine}>{t('open.text')}</p>
      <div className={common.row}>
        <TextField
          label={t('open.desk')}
          maxLength={60}
          autoComplete="off"
          error={isChecked && desk.trim() === '' ? t('wrong.desk') : undefined}
          value={desk}
          onChange={setDesk}
        />
        <NumberField
          label={t('open.float')}
          inputMode="decimal"
          maxLength={20}
          error={isChecked && !isFloat ? t('wrong.amount') : undefined}
          value={float}
          onChange={setFloat}
        />
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('open.save')}
        </Button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}
