import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { OfferPartProps } from '../../offers/components/offer-part.types.ts'
import css from '../../offers/components/offer-section.module.css'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'

/** A seat is booked without its deposit only when one asks for it and another agrees. */
export function DepositWaiver(props: OfferPartProps & { isPayable: boolean }) {
  const { file, offer, decision, isPayable } = props
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const actsAs = useActorRoles()
  const { user } = useAtomValue(sessionAtom)
  const { waiver } = offer
  if (!waiver) return isPayable && actsAs('registrar', 'finance', 'head') ? <AskForm {...props} /> : null
  const name = (of: typeof waiver.by) => `\u2068${pick(of.name)}\u2069`
  const mayAgree = actsAs('finance', 'head') && waiver.by.userId !== user?.userId
  return (
    <div className={css.hint} data-settled={waiver.agreedBy !== null || undefined}>
      <p>
        {t('offers.waiver.asked', { name: name(waiver.by), at: format.dateTime(waiver.at) })} <bdi>{waiver.reason}</bdi>{' '}
        {waiver.agreedBy && t('offers.waiver.agreed', { name: name(waiver.agreedBy) })}
      </p>
      {isPayable && !mayAgree && <p className={css.soft}>{t('offers.waiver.waits')}</p>}
      {isPayable && mayAgree && (
        <div className={css.actions}>
          <Button
            isWorking={decision.isPending}
            onClick={() => void decision.send(file, { kind: 'agree-waiver', offerId: offer.id })}
          >
            {t('offers.waiver.agree')}
          </Button>
        </div>
      )}
    </div>
  )
}

function AskForm({ file, offer, decision }: OfferPartProps) {
  const { t } = useTranslation('admissions')
  const [reason, setReason] = useState('')
  useBusy(reason !== '')
  const said = reason.trim()
  return (
    <details className={css.before}>
      <summary>{t('offers.waiver.ask')}</summary>
      <form
        noValidate
        aria-label={t('offers.waiver.ask')}
        className={css.line}
        onSubmit={(event) => {
          event.preventDefault()
          if (said !== '') void decision.send(file, { kind: 'waive-deposit', offerId: offer.id, reason: said })
        }}
      >
        <TextField label={t('offers.waiver.reason')} width="wide" maxLength={500} value={reason} onChange={setReason} />
        <Button type="submit" isWorking={decision.isPending} disabled={said === ''}>
          {t('offers.waiver.ask')}
        </Button>
      </form>
    </details>
  )
}
