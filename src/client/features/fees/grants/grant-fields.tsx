// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField, TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import type { FeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'

/** A grant as it is typed. */
export interface GrantDraft {
  ruleId: string
  of: 'rule' | 'percent' | 'amount'
  value: string
  fromOn: string
  untilOn: string
  reason: string
  evidenceRef: string
}

interface GrantFieldsProps {
  draft: GrantDraft
  rules: readonly FeeDiscountRule[]
  currency: Currency
  wrong: readonly unknown[]
  onChange: (part: Partial<GrantDraft>) => void
}

/** By which rule, how much, from when, and why. */
export function GrantFields({ draft, rules, currency, wrong, onChange }: GrantFieldsProps) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <>
      <div className={common.sides}>
        <SelectField label={t('grant.rule')} value={draft.ruleId} onChange={(ruleId) => onChange({ ruleId })}>
          {rules.map(({ id, name }) => (
            <option key={id} value={id}>
              {pick(name)}
            </option>
          ))}
        </SelectField>
        <ChoiceField
          label={t('grant.of')}
          values={['rule', 'percent', 'amount'] as const}
          value={draft.of}
          nameOf={(of) => t(`grant.as.${of}`)}
          onChange={(of) => onChange({ of })}
        />
        {draft.of !== 'rule' && (
          <NumberField
            label={
              draft.of === 'percent'
                ? t('grant.percent')
                : t('grant.amount', { currency: format.currencyName(currency) })
            }
            inputMode="decimal"
            error={
              wrong.includes('ownAmount') ? t(draft.of === 'percent' ? 'wrong.percent' : 'wrong.amount') : undefined
            }
            value={draft.value}
            onChange={(value) => onChange({ value })}
          />
        )}
        <DateField
          label={t('grant.fromOn')}
          error={wrong.includes('fromOn') ? t('wrong.fromOn') : undefined}
          value={draft.fromOn}
          onChange={(fromOn) => onChange({ fromOn })}
        />
        <DateField
          label={t('grant.untilOn')}
          hint={t('grant.untilHint')}
          value={draft.untilOn}
          onChange={(untilOn) => onChange({ untilOn })}
        />
      </div>
      <ReasonFields draft={draft} wrong={wrong} onChange={onChange} />
    </>
  )
}

function ReasonFields({ draft, wrong, onChange }: Pick<GrantFieldsProps, 'draft' | 'wrong' | 'onChange'>) {
  const { t } = useTranslation('fees.payers')
  return (
    <>
      <TextAreaField
        label={t('grant.reason')}
        rows={2}
        maxLength={500}
        error={wrong.includes('reason') ? t('wrong.reason') : undefined}
        value={draft.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <TextField
        label={t('grant.evidence')}
        hint={t('grant.evidenceHint')}
        autoComplete="off"
        maxLength={300}
        value={draft.evidenceRef}
        onChange={(evidenceRef) => onChange({ evidenceRef })}
      />
    </>
  )
}
