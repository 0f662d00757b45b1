// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { DateField, NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { ChequeFee, FeeCheque } from '#shared/fees/cheques/cheque.contract.ts'
import type { ChequeAct } from '#shared/fees/cheques/cheque.rules.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import type { Day } from '#shared/kernel/time.ts'
import { readAmount } from '../setup/fee-amounts.ts'
import { stepCheque } from './cheque.api.ts'

interface StepSheetProps {
  cheque: FeeCheque
  act: ChequeAct
  today: Day
  /** What is charged when it bounces. */
  bounceFee?: ChequeFee | null
  onClose: () => void
  onDone: () => void
}

interface StepDraft {
  movedOn: string
  amount: string
  note: string
}

type Step = Omit<Parameters<typeof stepCheque>[0], 'opId'>

/** Returns the step as it is sent, or which field is not right yet. */
function stepOf(
  { movedOn, amount, note }: StepDraft,
  { cheque: { chequeId, amount: whole, currency, lastOn }, act, today }: Omit<StepSheetProps, 'onClose' | 'onDone'>,
): Step | { wrong: 'day' | 'amount' } {
  if (movedOn < lastOn || movedOn > today) return { wrong: 'day' }
  if (act !== 'part-clear') return { chequeId, step: act, movedOn, note }
  const clearedAmount = readAmount(amount, currency)
  if (clearedAmount === undefined || clearedAmount <= 0 || clearedAmount >= whole) return { wrong: 'amount' }
  return { chequeId, step: act, movedOn, note, clearedAmount }
}

/** Records what was done with a cheque: on which day, and of a part payment how much the bank paid. */
export function StepSheet({ onClose, onDone, ...of }: StepSheetProps) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const formId = useId()
  const [draft, setDraft] = useState<StepDraft>({ movedOn: of.today, amount: '', note: '' })
  const [wrong, setWrong] = useState<'day' | 'amount'>()
  const { mutate, isPending, error } = useCommand((step: Step, opId: OpId) => stepCheque({ ...step, opId }), {
    onSuccess: onDone,
  })
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const step = stepOf(draft, of)
    setWrong('wrong' in step ? step.wrong : undefined)
    if (!('wrong' in step)) void mutate(step)
  }
  return (
    <Sheet
      title={t(`cheques.act.${of.act}`)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('claims.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('cheques.record')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={send}>
        <ChequeLine cheque={of.cheque} />
        {of.act === 'bounce' && of.bounceFee && <FeeNote fee={of.bounceFee} currency={of.cheque.currency} />}
        <DateField
          label={t('cheques.on')}
          min={of.cheque.lastOn}
          max={of.today}
          error={wrong === 'day' ? t('cheques.wrong.day') : undefined}
          value={draft.movedOn}
          onChange={(movedOn) => setDraft({ ...draft, movedOn })}
        />
        {of.act === 'part-clear' && (
          <NumberField
            label={t('cheques.cleared')}
            inputMode="decimal"
            error={wrong === 'amount' ? t('cheques.wrong.amount') : undefined}
            value={draft.amount}
            onChange={(amount) => setDraft({ ...draft, amount })}
          />
        )}
        <TextField
          label={t('cheques.note')}
          maxLength={200}
          autoComplete="off"
          value={draft.note}
          onChange={(note) => setDraft({ ...draft, note })}
        />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

function FeeNote({ fee: { component, amount }, currency }: { fee: ChequeFee; currency: FeeCheque['currency'] }) {
  const { t } = useTranslation('fees.overview')
  const pick = useBilingual()
  return (
    <p>
      {t('cheques.bounceFee', { component: pick(component.name) })} <Money minor={amount} currency={currency} />
    </p>
  )
}

const ChequeLine = ({ cheque: { number, bank } }: { cheque: FeeCheque }) => (
  <p>
    <bdi dir="ltr" className="num">
      {number}
    </bdi>{' '}
    · <bdi>{bank}</bdi>
  </p>
)
