// chunk: fees
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import type { FeeClaim } from '#shared/fees/fee-refund.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { recordRefundPaid } from './claim.api.ts'
import { PayRefundSheet } from './pay-refund-sheet.tsx'

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
