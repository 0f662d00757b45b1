import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toDecimalText } from '#shared/kernel/money.ts'
import type { OfferPartProps } from '../../offers/components/offer-part.types.ts'
import css from '../../offers/components/offer-section.module.css'
import { type DepositDraft, depositOf, type PayMethod, payMethods } from '../deposit-draft.ts'

/** How money came or went, by its code. */
export const methodOf = (name: string) => payMethods.find((each) => each === name)

/** Finance writes down money that came for a deposit, or that went back of it. */
export function PaymentForm({
  file,
  offer,
  decision,
  kind,
  left,
}: OfferPartProps & { kind: 'deposit' | 'refund'; left: number }) {
  const { t } = useTranslation('admissions')
  const { currency } = offer.terms
  const name = t(kind === 'refund' ? 'offers.refund.record' : 'offers.record')
  const begun = (): DepositDraft => ({ amount: toDecimalText(left, currency), method: 'transfer', receipt: '' })
  const [draft, setDraft] = useState(begun)
  const [wrong, setWrong] = useState<'amount' | 'receipt'>()
  const wrongId = useId()
  useBusy(draft.receipt !== '')
  const send = async () => {
    const deposit = depositOf(draft, currency)
    setWrong('wrong' in deposit ? deposit.wrong : undefined)
    if ('wrong' in deposit) return
    if (await decision.send(file, { kind, offerId: offer.id, ...deposit })) setDraft(begun)
  }
  const text = (name: 'amount' | 'receipt') => (
    <TextField
      label={t(`offers.${name}`)}
      width="narrow"
      dir="ltr"
      inputMode={name === 'amount' ? 'decimal' : 'text'}
      maxLength={60}
      autoComplete="off"
      value={draft[name]}
      aria-invalid={wrong === name || undefined}
      aria-describedby={wrong === name ? wrongId : undefined}
      onChange={(typed) => setDraft({ ...draft, [name]: typed })}
    />
  )
  return (
    <form
      noValidate
      aria-label={name}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {text('amount')}
      <MethodChoice method={draft.method} onChange={(method) => setDraft({ ...draft, method })} />
      {text('receipt')}
      <Button type="submit" isWorking={decision.isPending}>
        {name}
      </Button>
      {wrong && (
        <InlineNotice tone="problem" id={wrongId}>
          {t(`offers.wrong.${wrong}`)}
        </InlineNotice>
      )}
    </form>
  )
}

/** How money came or went. */
export function MethodChoice({ method, onChange }: { method: PayMethod; onChange: (method: PayMethod) => void }) {
  const { t } = useTranslation('admissions')
  return (
    <SelectField
      label={t('offers.methodAsked')}
      width="narrow"
      value={method}
      onChange={(chosen) => onChange(methodOf(chosen) ?? method)}
    >
      {payMethods.map((each) => (
        <option key={each} value={each}>
          {t(`offers.method.${each}`)}
        </option>
      ))}
    </SelectField>
  )
}
