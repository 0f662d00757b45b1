import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import { toDecimalText } from '#shared/kernel/money.ts'
import { writtenDay } from '#shared/rules/written-day.rules.ts'
import { type DepositDraft, depositOf, type PayMethod, payMethods } from '../deposit-draft.ts'
import { useMovers } from '../use-movers.ts'
import type { OfferPartProps } from './offer-part.types.ts'
import css from './offer-section.module.css'

const methodOf = (name: string) => payMethods.find((each) => each === name)

/** The deposit: what is asked for and by when, what came of it, and for finance the place to write down more. */
export function OfferMoney(props: OfferPartProps) {
  const { file, offer } = props
  const { t, i18n } = useTranslation('admissions')
  const format = useFormat()
  const am = useMovers()
  const { deposit, currency } = offer.terms
  if (!deposit) return <p className={css.soft}>{t('offers.noDeposit')}</p>
  const paid = offer.received.reduce((sum, { amount }) => sum + amount, 0)
  const isPayable = offer.state === 'accepted' && file.offers[0]?.id === offer.id && paid < deposit.amount
  return (
    <div role="group" aria-label={t('offers.deposit')} className={css.money}>
      <p>
        <strong>{t('offers.deposit')}</strong> <Money minor={deposit.amount} currency={currency} />{' '}
        {offer.depositDueOn && (
          <span className={css.soft}>{t('offers.due', { day: writtenDay(offer.depositDueOn, i18n.language) })}</span>
        )}{' '}
        {paid > 0 && (
          <span className={css.chip} data-state={paid < deposit.amount ? 'sent' : 'accepted'}>
            {t('offers.paid')} <Money minor={paid} currency={currency} />
          </span>
        )}
      </p>
      {offer.received.length > 0 && (
        <ul className={css.receipts}>
          {offer.received.map(({ amount, method, receipt, at }) => (
            <li key={receipt}>
              <bdi>{format.dateTime(at)}</bdi> · <Money minor={amount} currency={currency} /> ·{' '}
              {t(`offers.method.${methodOf(method) ?? 'transfer'}`)} · <bdi dir="ltr">{receipt}</bdi>
            </li>
          ))}
        </ul>
      )}
      {isPayable && am('finance') && <DepositForm {...props} left={deposit.amount - paid} />}
    </div>
  )
}

function DepositForm({ file, offer, decision, left }: OfferPartProps & { left: number }) {
  const { t } = useTranslation('admissions')
  const { currency } = offer.terms
  const begun = (): DepositDraft => ({ amount: toDecimalText(left, currency), method: 'transfer', receipt: '' })
  const [draft, setDraft] = useState(begun)
  const [wrong, setWrong] = useState<'amount' | 'receipt'>()
  const wrongId = useId()
  useBusy(draft.receipt !== '')
  const send = async () => {
    const deposit = depositOf(draft, currency)
    setWrong('wrong' in deposit ? deposit.wrong : undefined)
    if ('wrong' in deposit) return
    if (await decision.send(file, { kind: 'deposit', offerId: offer.id, ...deposit })) setDraft(begun)
  }
  const text = (name: 'amount' | 'receipt') => (
    <label className={css.labelled}>
      {t(`offers.${name}`)}
      <input
        dir="ltr"
        inputMode={name === 'amount' ? 'decimal' : 'text'}
        maxLength={60}
        autoComplete="off"
        value={draft[name]}
        aria-invalid={wrong === name || undefined}
        aria-describedby={wrong === name ? wrongId : undefined}
        onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <form
      noValidate
      aria-label={t('offers.record')}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {text('amount')}
      <MethodChoice method={draft.method} onChange={(method) => setDraft({ ...draft, method })} />
      {text('receipt')}
      <Button type="submit" isWorking={decision.isWorking}>
        {t('offers.record')}
      </Button>
      {wrong && (
        <p id={wrongId} role="alert" className={css.problem}>
          {t(`offers.wrong.${wrong}`)}
        </p>
      )}
    </form>
  )
}

function MethodChoice({ method, onChange }: { method: PayMethod; onChange: (method: PayMethod) => void }) {
  const { t } = useTranslation('admissions')
  return (
    <label className={css.labelled}>
      {t('offers.methodAsked')}
      <select value={method} onChange={(event) => onChange(methodOf(event.currentTarget.value) ?? method)}>
        {payMethods.map((each) => (
          <option key={each} value={each}>
            {t(`offers.method.${each}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
