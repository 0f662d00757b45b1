// chunk: fees
import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import type { FeeClaim } from '#shared/fees/fee-refund.contract.ts'
import { mayAnswerByHand } from '#shared/fees/online/gateway.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { enterAnswer } from './claim.api.ts'

interface AnswerProps {
  claim: FeeClaim
  onChanged: () => void
}

/** Lets another person than asked for a refund say what became of it, once its gateway has not answered for two days. */
export function AnswerRefund({ claim, onChanged }: AnswerProps) {
  const { t } = useTranslation('fees.overview')
  const { user } = useAtomValue(sessionAtom)
  const [isOpen, setIsOpen] = useState(false)
  const { atGateway, askedBy } = claim
  if (atGateway?.state !== 'asked' || !mayAnswerByHand(atGateway.at, machineClock.nowMs())) return null
  if (askedBy.userId === user?.userId) return <p className={common.softLine}>{t('claims.answerOwn')}</p>
  return (
    <>
      <p className={common.actions}>
        <Button onClick={() => setIsOpen(true)}>{t('claims.answer')}</Button>
      </p>
      {isOpen && (
        <AnswerSheet
          claim={claim}
          onClose={() => setIsOpen(false)}
          onChanged={() => {
            setIsOpen(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}

const answers = ['answerYes', 'answerNo'] as const

function AnswerSheet({ claim: { claimId }, onClose, onChanged }: AnswerProps & { onClose: () => void }) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const [formId, name] = [useId(), useId()]
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const today = businessDay(machineClock.nowMs(), timeZone, 0)
  const [said, setSaid] = useState<(typeof answers)[number]>('answerYes')
  const [paidOn, setPaidOn] = useState(today)
  const [reference, setReference] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useMutation(enterAnswer, { onSuccess: onChanged })
  const isRefunded = said === 'answerYes'
  const isDay = paidOn !== '' && paidOn <= today
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isRefunded) void mutate({ claimId, isRefunded, paidOn: null })
    else if (isDay) void mutate({ claimId, isRefunded, paidOn, reference })
  }
  return (
    <Sheet
      title={t('claims.answer')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('claims.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('claims.answerSave')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <p>{t('claims.answerText')}</p>
        <RadioChoices
          title={t('claims.answerWhat')}
          name={name}
          values={answers}
          chosen={said}
          word={(value) => t(`claims.${value}`)}
          onChoose={setSaid}
        />
        {isRefunded && (
          <RefundedFields
            today={today}
            isWrong={isChecked && !isDay}
            paidOn={paidOn}
            onPaidOn={setPaidOn}
            reference={reference}
            onReference={setReference}
          />
        )}
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface RefundedProps {
  today: string
  isWrong: boolean
  paidOn: string
  onPaidOn: (day: string) => void
  reference: string
  onReference: (reference: string) => void
}

/** When the money went back, and under which reference. */
function RefundedFields({ today, isWrong, paidOn, onPaidOn, reference, onReference }: RefundedProps) {
  const { t } = useTranslation('fees.overview')
  return (
    <>
      <DateField
        label={t('claims.paidOn')}
        max={today}
        error={isWrong ? t('claims.wrongDay') : undefined}
        value={paidOn}
        onChange={onPaidOn}
      />
      <TextField
        label={t('claims.answerReference')}
        dir="ltr"
        maxLength={80}
        autoComplete="off"
        value={reference}
        onChange={onReference}
      />
    </>
  )
}
