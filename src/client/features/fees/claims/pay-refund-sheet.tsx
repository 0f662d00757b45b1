// chunk: fees
import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
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
import { recordRefundPaid } from './claim.api.ts'

interface PayRefundProps {
  claim: FeeClaim
  onClose: () => void
  onDone: () => void
}

/** Records that an approved refund was paid: on which day, and under which number; by transfer where a gateway has refused it. */
export function PayRefundSheet({ claim: { claimId, method: way, payer }, onClose, onDone }: PayRefundProps) {
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
  const isRight = paidOn !== '' && paidOn <= today
  const pay = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isRight) void mutate({ paidOn, reference })
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
        {byTransfer && <InlineNotice tone="info">{t('claims.samePayer', { name: nameOf(payer) })}</InlineNotice>}
        <DateField
          label={t('claims.paidOn')}
          max={today}
          error={isChecked && !isRight ? t('claims.wrongDay') : undefined}
          value={paidOn}
          onChange={setPaidOn}
        />
        <TextField
          label={t('claims.reference')}
          hint={t('claims.referenceHint')}
          dir="ltr"
          maxLength={80}
          autoComplete="off"
          value={reference}
          onChange={setReference}
        />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
