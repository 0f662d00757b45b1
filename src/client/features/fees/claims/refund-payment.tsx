// chunk: fees
import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import type { FeeClaim } from '#shared/fees/fee-refund.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { isolated } from '../isolated.ts'
import { recordRefundPaid } from './claim.api.ts'

interface PaymentProps {
  claim: FeeClaim
  onChanged: () => void
}

/** Pays an approved refund: the gateway is asked for one of online money, anything else was paid and is recorded. */
export function RefundPayment({ claim, onChanged }: PaymentProps) {
  const { t } = useTranslation('fees.overview')
  const [isPaying, setIsPaying] = useState(false)
  const isOnline = claim.method === 'online'
  const isRefused = claim.atGateway?.state === 'refused'
  return (
    <>
      <GatewayNote claim={claim} />
      <p className={common.actions}>
        {isOnline && <AskGateway claim={claim} onChanged={onChanged} />}
        {(!isOnline || isRefused) && (
          <Button onClick={() => setIsPaying(true)}>{t(isOnline ? 'claims.payTransfer' : 'claims.pay')}</Button>
        )}
      </p>
      {isPaying && (
        <PayRefundSheet
          claim={claim}
          onClose={() => setIsPaying(false)}
          onDone={() => {
            setIsPaying(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}

/** Says what the gateway made of the refund so far. */
function GatewayNote({ claim: { atGateway } }: Pick<PaymentProps, 'claim'>) {
  const { t } = useTranslation('fees.overview')
  const format = useFormat()
  if (!atGateway || atGateway.state === 'refunded') return null
  const at = format.dateTime(atGateway.at)
  if (atGateway.state === 'asked') return <InlineNotice tone="info">{t('claims.gatewayAsked', { at })}</InlineNotice>
  return (
    <InlineNotice tone="problem">
      {t('claims.gatewayRefused')} <bdi>{atGateway.why}</bdi>
    </InlineNotice>
  )
}

function AskGateway({ claim: { claimId, atGateway }, onChanged }: PaymentProps) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const { mutate, isPending, error } = useCommand(
    (paidOn: string, opId: OpId) => recordRefundPaid({ opId, claimId, paidOn }),
    { onSuccess: onChanged },
  )
  const ask = () => void mutate(businessDay(machineClock.nowMs(), timeZone, 0))
  return (
    <>
      <Button kind={atGateway ? 'quiet' : 'main'} isWorking={isPending} onClick={ask}>
        {t(atGateway ? 'claims.askGatewayAgain' : 'claims.askGateway')}
      </Button>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}

interface PayRefundProps {
  claim: FeeClaim
  onClose: () => void
  onDone: () => void
}

/** Records that an approved refund was paid: on which day, and under which number; by transfer where a gateway has refused it. */
function PayRefundSheet({ claim: { claimId, method: way, payer }, onClose, onDone }: PayRefundProps) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const { nameOf } = useFeeText()
  const byTransfer = way === 'online'
  const formId = useId()
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const today = businessDay(machineClock.nowMs(), timeZone, 0)
  const [paidOn, setPaidOn] = useState(today)
  const [reference, setReference] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useCommand(
    (asked: { paidOn: string; reference: string }, opId: OpId) =>
      recordRefundPaid({ ...asked, opId, claimId, ...(byTransfer ? { method: 'transfer' as const } : {}) }),
    { onSuccess: onDone },
  )
  const isDay = paidOn !== '' && paidOn <= today
  // What went through a bank is found again by its reference.
  const isTransfer = byTransfer || way === 'transfer'
  const lacksReference = isTransfer && reference.trim() === ''
  const pay = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isDay && !lacksReference) void mutate({ paidOn, reference })
  }
  return (
    <Sheet
      title={t('claims.pay')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('claims.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('claims.payNow')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={pay}>
        {byTransfer && (
          <InlineNotice tone="info">{t('claims.samePayer', { name: isolated(nameOf(payer)) })}</InlineNotice>
        )}
        <DateField
          label={t('claims.paidOn')}
          max={today}
          error={isChecked && !isDay ? t('claims.wrongDay') : undefined}
          value={paidOn}
          onChange={setPaidOn}
        />
        <ReferenceField
          isTransfer={isTransfer}
          isWrong={isChecked && lacksReference}
          value={reference}
          onChange={setReference}
        />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface ReferenceProps {
  isTransfer: boolean
  isWrong: boolean
  value: string
  onChange: (value: string) => void
}

function ReferenceField({ isTransfer, isWrong, value, onChange }: ReferenceProps) {
  const { t } = useTranslation('fees.overview')
  return (
    <TextField
      label={t('claims.reference')}
      hint={t(isTransfer ? 'claims.transferHint' : 'claims.referenceHint')}
      error={isWrong ? t('claims.wrongReference') : undefined}
      dir="ltr"
      maxLength={80}
      autoComplete="off"
      value={value}
      onChange={onChange}
    />
  )
}
