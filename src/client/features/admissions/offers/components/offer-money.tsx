import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { StaffOffer } from '#shared/admissions/offers/offer.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { DepositWaiver } from '../../fees/components/deposit-waiver.tsx'
import { methodOf, PaymentForm } from '../../fees/components/payment-form.tsx'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import type { OfferPartProps } from './offer-part.types.ts'
import css from './offer-section.module.css'

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** The deposit: what is asked for and by when, what came of it and went back, and for finance the place to write down more. */
export function OfferMoney(props: OfferPartProps) {
  const { file, offer } = props
  const { t, i18n } = useTranslation('admissions')
  const actsAs = useActorRoles()
  const { deposit, currency } = offer.terms
  if (!deposit) return <p className={css.soft}>{t('offers.noDeposit')}</p>
  const paid = sumOf(offer.received)
  const isOpen = offer.state === 'accepted' && file.offers[0]?.id === offer.id && paid < deposit.amount
  const isPayable = isOpen && !offer.waiver?.agreedBy
  return (
    <div role="group" aria-label={t('offers.deposit')} className={common.tightStack}>
      <p>
        <strong>{t('offers.deposit')}</strong> <Money minor={deposit.amount} currency={currency} />{' '}
        {offer.depositDueOn && (
          <span className={css.soft}>{t('offers.due', { day: formatDay(offer.depositDueOn, i18n.language) })}</span>
        )}{' '}
        {paid > 0 && (
          <span className={css.chip} data-state={paid < deposit.amount ? 'sent' : 'accepted'}>
            {t('offers.paid')} <Money minor={paid} currency={currency} />
          </span>
        )}
      </p>
      <Receipts offer={offer} rows={offer.received} />
      {isPayable && actsAs('finance') && <PaymentForm {...props} kind="deposit" left={deposit.amount - paid} />}
      <DepositWaiver {...props} isPayable={isPayable} />
      <Refund {...props} />
    </div>
  )
}

function Receipts({ offer, rows }: { offer: StaffOffer; rows: StaffOffer['received'] }) {
  const { t } = useTranslation('admissions')
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <ul className={css.receipts}>
      {rows.map(({ amount, method, receipt, at }) => (
        <li key={receipt}>
          <bdi>{format.dateTime(at)}</bdi> · <Money minor={amount} currency={offer.terms.currency} /> ·{' '}
          {t(`offers.method.${methodOf(method) ?? 'transfer'}`)} · <bdi dir="ltr">{receipt}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** What the family is to have back since the offer has ended, and what went back. */
function Refund(props: OfferPartProps) {
  const { offer } = props
  const { t } = useTranslation('admissions')
  const actsAs = useActorRoles()
  if (!offer.refund) return null
  const { due, percent, paid } = offer.refund
  const left = due - sumOf(paid)
  const { currency } = offer.terms
  return (
    <>
      <p>
        <strong>{t('offers.refund.due')}</strong> <Money minor={due} currency={currency} />{' '}
        <span className={css.soft}>
          {t('offers.refund.rule', { percent })} {due === 0 && t('offers.refund.none')}
        </span>{' '}
        {due > 0 && (
          <span className={css.chip} data-state={left > 0 ? 'expired' : 'accepted'}>
            {left > 0 ? (
              <>
                {t('offers.refund.left')} <Money minor={left} currency={currency} />
              </>
            ) : (
              t('offers.refund.all')
            )}
          </span>
        )}
      </p>
      <Receipts offer={offer} rows={paid} />
      {left > 0 && actsAs('finance') && <PaymentForm key={left} {...props} kind="refund" left={left} />}
    </>
  )
}
