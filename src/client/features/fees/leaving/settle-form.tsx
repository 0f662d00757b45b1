// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { type LeavingAsked, settle } from './leaving.api.ts'

interface SettleProps {
  asked: LeavingAsked
  leaving: ChildLeaving
  onSettled: (leaving: ChildLeaving) => void
}

/** Makes the sum real: credit notes now, refunds once another person has approved them. */
export function SettleForm({ asked, leaving: { sum, currency }, onSettled }: SettleProps) {
  const { t } = useTranslation('fees.leaving')
  const errorText = useErrorText()
  const format = useFormat()
  const [note, setNote] = useState(() => t('noteText', { on: format.day(`${sum.requestedOn}T12:00Z`) }))
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useCommand(
    (said: string, opId) =>
      settle({ ...asked, opId, documentNote: said, sums: { keptAmount: sum.kept, returnedAmount: sum.returned } }),
    { onSuccess: onSettled },
  )
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (note.trim() !== '') void mutate(note.trim())
  }
  return (
    <form noValidate className={common.stack} onSubmit={send}>
      <p className={common.softLine}>
        {t('settleText', {
          returned: format.money(sum.returned, currency),
          due: format.money(sum.due, currency),
        })}
      </p>
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        maxLength={300}
        autoComplete="off"
        error={isChecked && note.trim() === '' ? t('wrong.note') : undefined}
        value={note}
        onChange={setNote}
      />
      <p className={common.actions}>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('settle')}
        </Button>
      </p>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}
