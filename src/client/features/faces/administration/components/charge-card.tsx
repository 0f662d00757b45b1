import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { HeldCharge } from '#shared/faces/face-report.contract.ts'
import { isKnownReason } from '../charge-reasons.ts'
import css from './desk-page.module.css'

interface ChargeCardProps {
  charge: HeldCharge
  onChoose?: (pays: boolean) => void
}

export function ChargeCard({ charge, onChoose }: ChargeCardProps) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const { pupil, amount, receiptNo, soldAt, why, decision } = charge
  const about = <span className="visually-hidden">{`${receiptNo} ${pick(pupil.name)}`}</span>
  return (
    <li className={css.card} data-tone={decision ? undefined : 'warn'}>
      <h2>
        <Money minor={amount} /> · <bdi>{pick(pupil.name)}</bdi>
      </h2>
      <p className={common.soft}>
        <bdi>{pupil.className}</bdi> · {t('charges.receipt')}{' '}
        <bdi dir="ltr" className="num">
          {receiptNo}
        </bdi>{' '}
        · <bdi>{format.dateTime(soldAt)}</bdi>
      </p>
      {why.map((reason) => (
        <p key={reason}>{isKnownReason(reason) ? t(`charges.why.${reason}`) : <bdi dir="ltr">{reason}</bdi>}</p>
      ))}
      {decision && (
        <p>
          {t(decision.pays ? 'charges.paid' : 'charges.notPaid', {
            by: pick(decision.by),
            at: format.dateTime(decision.at),
          })}
        </p>
      )}
      {!decision && onChoose && (
        <div className={css.actions}>
          <Button onClick={() => onChoose(true)}>
            {t('charges.pays.do')} {about}
          </Button>
          <Button onClick={() => onChoose(false)}>
            {t('charges.free.do')} {about}
          </Button>
        </div>
      )}
    </li>
  )
}
