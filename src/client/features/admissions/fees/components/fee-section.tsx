import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { toDecimalText } from '#shared/kernel/money.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import { type DepositDraft, depositOf } from '../deposit-draft.ts'
import { FeePayments, FeeRefunds } from './fee-receipts.tsx'
import { MethodChoice } from './payment-form.tsx'

interface FeeProps {
  file: StudentFile
  decision: Decision
}

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** The fee of the application: what was paid and by which receipt, and what goes back where no seat was offered. */
export function FeeSection({ file, decision }: FeeProps) {
  const { t } = useTranslation('admissions')
  const actsAs = useActorRoles()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const { fee, student } = file
  const mayReceive = actsAs('officer', 'registrar', 'finance') && student.status !== 'rejected'
  const left = fee.due - sumOf(fee.refunded)
  if (fee.paid.length === 0 && !mayReceive) return null
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>{t('fee.title')}</h3>
      {fee.paid.length === 0 && <p className={css.soft}>{t('fee.none')}</p>}
      <FeePayments file={file} decision={decision} mayReverse={actsAs('finance')} />
      {fee.due > 0 && (
        <p>
          <strong>{t('offers.refund.due')}</strong> <Money minor={fee.due} currency={fee.currency} />{' '}
          <span className={css.soft}>{t('fee.why')}</span>{' '}
          <span className={css.chip} data-state={left > 0 ? 'expired' : 'accepted'}>
            {left > 0 ? (
              <>
                {t('offers.refund.left')} <Money minor={left} currency={fee.currency} />
              </>
            ) : (
              t('offers.refund.all')
            )}
          </span>
        </p>
      )}
      <FeeRefunds fee={fee} />
      {left > 0 && actsAs('finance') && (
        <FeeForm key={left} file={file} decision={decision} kind="fee-refund" amount={left} />
      )}
      {mayReceive &&
        (isOpen ? (
          <FeeForm
            file={file}
            decision={decision}
            kind="application-fee"
            amount={Math.max(
              0,
              (fee.most ?? 0) - sumOf(fee.paid.filter(({ reversed }) => reversed === null)) + fee.due,
            )}
            onDone={() => setOpen(false)}
          />
        ) : (
          <div className={css.actions}>
            <Button onClick={() => setOpen(true)}>{t('fee.open')}</Button>
          </div>
        ))}
    </section>
  )
}

interface FormProps extends FeeProps {
  kind: 'application-fee' | 'fee-refund'
  /** What the form begins with, in minor units; nothing where it is 0. */
  amount: number
  onDone?: () => void
}

type Wrong = 'amount' | 'receipt' | 'on'

function FeeForm({ file, decision, kind, amount, onDone }: FormProps) {
  const { t } = useTranslation('admissions')
  const { currency, most } = file.fee
  const isRefund = kind === 'fee-refund'
  const name = t(isRefund ? 'offers.refund.record' : 'fee.record')
  const begun = { amount: amount > 0 ? toDecimalText(amount, currency) : '', method: 'cash', receipt: '' } as const
  const [draft, setDraft] = useState<DepositDraft>(begun)
  const [on, setOn] = useState('')
  const [wrong, setWrong] = useState<Wrong>()
  const wrongId = useId()
  useBusy(draft.receipt !== '' || on !== '')
  const send = async () => {
    const money = depositOf(draft, currency)
    const isDayless = !isRefund && on === ''
    setWrong('wrong' in money ? money.wrong : isDayless ? 'on' : undefined)
    if ('wrong' in money || isDayless) return
    if (await decision.send(file, isRefund ? { kind, ...money } : { kind, ...money, on })) onDone?.()
  }
  const more = (field: Wrong) => ({
    ...(wrong === field && { 'aria-invalid': true as const, 'aria-describedby': wrongId }),
  })
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
      <MoneyFields draft={draft} more={more} onChange={setDraft} />
      {!isRefund && <DateField label={t('fee.on')} width="narrow" {...more('on')} value={on} onChange={setOn} />}
      <Button type="submit" isWorking={decision.isPending}>
        {name}
      </Button>
      {onDone && (
        <Button kind="quiet" onClick={onDone}>
          {t('identity.cancel')}
        </Button>
      )}
      {!isRefund && most !== null && (
        <p className={css.soft}>
          {t('fee.most')} <Money minor={most} currency={currency} />
        </p>
      )}
      {wrong && (
        <InlineNotice tone="problem" id={wrongId}>
          {t(wrong === 'on' ? 'fee.wrongDay' : `offers.wrong.${wrong}`)}
        </InlineNotice>
      )}
    </form>
  )
}

interface MoneyProps {
  draft: DepositDraft
  more: (field: Wrong) => { 'aria-invalid'?: true; 'aria-describedby'?: string }
  onChange: (draft: DepositDraft) => void
}

function MoneyFields({ draft, more, onChange }: MoneyProps) {
  const { t } = useTranslation('admissions')
  const text = (field: 'amount' | 'receipt') => (
    <TextField
      label={t(`offers.${field}`)}
      width="narrow"
      {...more(field)}
      dir="ltr"
      inputMode={field === 'amount' ? 'decimal' : 'text'}
      maxLength={60}
      autoComplete="off"
      value={draft[field]}
      onChange={(typed) => onChange({ ...draft, [field]: typed })}
    />
  )
  return (
    <>
      {text('amount')}
      <MethodChoice method={draft.method} onChange={(method) => onChange({ ...draft, method })} />
      {text('receipt')}
    </>
  )
}
