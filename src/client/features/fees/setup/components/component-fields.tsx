// chunk: fees
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { billingModes, feeTaxCodes, refundRules } from '#shared/fees/setup/fee-component.rules.ts'
import css from './fee-setup.module.css'

export type ComponentDraft = Omit<FeeComponent, 'revision' | 'taxPpm' | 'priority'> & {
  percent: string
  priority: string
}

interface PartProps {
  draft: ComponentDraft
  onChange: (part: Partial<ComponentDraft>) => void
}

export function TaxFields({ draft, isWrong, onChange }: PartProps & { isWrong: boolean }) {
  const { t } = useTranslation('fees.setup')
  const isTaxed = draft.taxCode === 'standard'
  return (
    <>
      <div className={css.two}>
        <ChoiceField
          label={t('column.tax')}
          hint={t('taxHint')}
          values={feeTaxCodes}
          value={draft.taxCode}
          nameOf={(code) => t(`taxCode.${code}`)}
          onChange={(taxCode) => onChange({ taxCode })}
        />
        {isTaxed && (
          <NumberField
            label={t('rate')}
            inputMode="decimal"
            error={isWrong ? t('wrong.percent') : undefined}
            value={draft.percent}
            onChange={(percent) => onChange({ percent })}
          />
        )}
      </div>
      {isTaxed && (
        <CheckboxField
          label={t('stateBears')}
          checked={draft.stateBears}
          onChange={(stateBears) => onChange({ stateBears })}
        />
      )}
    </>
  )
}

export function MoreFields({ draft, wrong, onChange }: PartProps & { wrong: readonly unknown[] }) {
  const { t } = useTranslation('fees.setup')
  const flags = ['isDiscountable', 'capsAsTuition', 'isDeferred', 'isOptional', 'isRetired'] as const
  return (
    <>
      <div className={css.two}>
        <ChoiceField
          label={t('column.billing')}
          values={billingModes}
          value={draft.billing}
          nameOf={(mode) => t(`billing.${mode}`)}
          onChange={(billing) => onChange({ billing })}
        />
        <ChoiceField
          label={t('refund')}
          values={refundRules}
          value={draft.refundRule}
          nameOf={(rule) => t(`refundRule.${rule}`)}
          onChange={(refundRule) => onChange({ refundRule })}
        />
        <TextField
          label={t('column.account')}
          hint={t('accountHint')}
          dir="ltr"
          autoComplete="off"
          maxLength={30}
          value={draft.account}
          onChange={(account) => onChange({ account })}
        />
        <NumberField
          label={t('priority')}
          hint={t('priorityHint')}
          error={wrong.includes('priority') ? t('wrong.priority') : undefined}
          value={draft.priority}
          onChange={(priority) => onChange({ priority })}
        />
      </div>
      {flags.map((flag) => (
        <CheckboxField
          key={flag}
          label={t(`flag.${flag}`)}
          checked={draft[flag]}
          onChange={(isTicked) => onChange({ [flag]: isTicked })}
        />
      ))}
    </>
  )
}
