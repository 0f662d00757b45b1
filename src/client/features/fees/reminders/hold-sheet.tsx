// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'
import { type HoldReason, holdReasons } from '#shared/fees/reminders/reminder.rules.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { addHold } from './reminder.api.ts'

interface HoldProps {
  payer: PayerName
  /** Items of the payer that it may be for alone; for everything where none is chosen. */
  items?: readonly { chargeId: string; name: string }[] | undefined
  today: string
  onClose: () => void
  onDone: () => void
}

type Hold = Omit<Parameters<typeof addHold>[0], 'opId'>

/** Stops reminders of a payer or of one item, with the reason and until when. */
export function HoldSheet({ payer, items = [], today, onClose, onDone }: HoldProps) {
  const { t } = useTranslation('fees.reminders')
  const errorText = useErrorText()
  const formId = useId()
  const { nameOf } = useFeeText()
  const [chargeId, setChargeId] = useState('')
  const [reason, setReason] = useState<HoldReason>('promise')
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useCommand((hold: Hold, opId) => addHold({ ...hold, opId }), {
    onSuccess: onDone,
  })
  const isWrong = until === '' ? reason === 'promise' : until < today
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const of = { payerId: payer.payerId, chargeId: chargeId === '' ? null : chargeId }
    if (!isWrong) void mutate({ ...of, holdReason: reason, holdUntil: until === '' ? null : until, note: note.trim() })
  }
  return (
    <Sheet
      title={t('hold.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('hold.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={send}>
        <p>
          <bdi>{nameOf(payer)}</bdi>
        </p>
        <ItemField items={items} chargeId={chargeId} onChange={setChargeId} />
        <ChoiceField
          label={t('hold.reason')}
          values={holdReasons}
          value={reason}
          nameOf={(each) => t(`reason.${each}`)}
          onChange={setReason}
        />
        <DateField
          label={t('hold.until')}
          hint={t('hold.untilHint')}
          min={today}
          error={isChecked && isWrong ? t('hold.wrong') : undefined}
          value={until}
          onChange={setUntil}
        />
        <TextField label={t('hold.note')} maxLength={300} autoComplete="off" value={note} onChange={setNote} />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface ItemFieldProps {
  items: NonNullable<HoldProps['items']>
  /** Empty for everything. */
  chargeId: string
  onChange: (chargeId: string) => void
}

/** What the hold is for; nothing where there is no choice. */
function ItemField({ items, chargeId, onChange }: ItemFieldProps) {
  const { t } = useTranslation('fees.reminders')
  if (items.length < 2) return null
  return (
    <ChoiceField
      label={t('hold.what')}
      values={['', ...items.map((item) => item.chargeId)]}
      value={chargeId}
      nameOf={(id) => items.find((item) => item.chargeId === id)?.name ?? t('hold.everything')}
      onChange={onChange}
    />
  )
}
