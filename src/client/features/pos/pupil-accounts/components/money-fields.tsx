import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { listSiblings } from '../account-money.api.ts'
import type { MoneyAccount } from '../kept-top-ups.ts'
import type { MoneyDraft, WrongMoney } from '../money-draft.ts'

const methods = ['cash', 'bank'] as const
const signs = ['add', 'take'] as const

interface FieldsProps {
  draft: MoneyDraft
  statement: MoneyAccount
  wrong: readonly WrongMoney[]
  onChange: (part: Partial<MoneyDraft>) => void
}

/** What each kind asks for. */
export function MoneyFields({ draft, statement, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const format = useFormat()
  const fault = (field: WrongMoney) => (wrong.includes(field) ? t(`money.wrong.${field}`) : undefined)
  const { kind } = draft
  if (kind === 'payout') return <Payout draft={draft} statement={statement} wrong={wrong} onChange={onChange} />
  return (
    <>
      {kind === 'adjust' && (
        <RadioChoices
          title={t('money.sign')}
          name="sign"
          values={signs}
          chosen={draft.isTaken ? 'take' : 'add'}
          word={(sign) => t(`money.signs.${sign}`)}
          onChoose={(sign) => onChange({ isTaken: sign === 'take' })}
        />
      )}
      <NumberField
        label={t('money.amount', { currency: format.currencyName() })}
        inputMode="decimal"
        error={fault('amount')}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
      />
      {kind === 'bank' && (
        <>
          <Reference draft={draft} error={fault('reference')} onChange={onChange} />
          <DateField
            label={t('money.paidOn')}
            max={statement.today}
            error={fault('paidOn')}
            value={draft.paidOn}
            onChange={(paidOn) => onChange({ paidOn })}
          />
        </>
      )}
      {kind === 'adjust' && (
        <TextField
          label={t('money.reason')}
          maxLength={200}
          error={fault('reason')}
          value={draft.reason}
          onChange={(reason) => onChange({ reason })}
        />
      )}
      {kind === 'transfer' && (
        <Sibling statement={statement} value={draft.otherId} error={fault('otherId')} onChange={onChange} />
      )}
    </>
  )
}

function Payout({ draft, statement, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  return (
    <>
      <p>{t(statement.balance > 0 ? 'money.payoutText' : 'money.payoutNothing')}</p>
      <RadioChoices
        title={t('money.method')}
        name="method"
        values={methods}
        chosen={draft.method}
        word={(way) => t(`statement.way.${way}`)}
        onChoose={(method) => onChange({ method })}
      />
      <Reference draft={draft} error={undefined} onChange={onChange} />
      {wrong.includes('amount') && <InlineNotice tone="problem">{t('money.payoutNothing')}</InlineNotice>}
    </>
  )
}

interface ReferenceProps {
  draft: MoneyDraft
  error: string | undefined
  onChange: (part: Partial<MoneyDraft>) => void
}

function Reference({ draft, error, onChange }: ReferenceProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  return (
    <TextField
      label={t(draft.kind === 'bank' ? 'money.reference' : 'money.referenceOptional')}
      dir="ltr"
      maxLength={60}
      error={error}
      value={draft.reference}
      onChange={(reference) => onChange({ reference })}
    />
  )
}

interface SiblingProps {
  statement: MoneyAccount
  value: string
  error: string | undefined
  onChange: (part: Partial<MoneyDraft>) => void
}

/** Who else of the family has an account. */
function Sibling({ statement, value, error, onChange }: SiblingProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { customerId } = statement.holder
  const { answer, failure } = useAnswer(useCallback(() => listSiblings(customerId), [customerId]))
  if (failure) return <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>
  if (answer?.length === 0) return <InlineNotice tone="problem">{t('money.noSiblings')}</InlineNotice>
  return (
    <SelectField label={t('money.sibling')} error={error} value={value} onChange={(otherId) => onChange({ otherId })}>
      <option value="">{t('money.choose')}</option>
      {answer?.map((each) => (
        <option key={each.customerId} value={each.customerId}>
          {`${pick(each.name)} · ${each.className} · ${each.admissionNo}`}
        </option>
      ))}
    </SelectField>
  )
}
