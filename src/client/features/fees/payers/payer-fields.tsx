// chunk: fees
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { FeePayerInput } from '#shared/fees/setup/fee-payer.contract.ts'

/** A payer as it is typed; empty for nothing. */
export interface PayerDraft extends Pick<FeePayerInput, 'kind' | 'language' | 'isCitizen'> {
  nameLatin: string
  nameArabic: string
  email: string
  phone: string
  taxId: string
  nationalId: string
}

interface PayerFieldsProps {
  draft: PayerDraft
  wrong: readonly unknown[]
  onChange: (part: Partial<PayerDraft>) => void
}

/** Who the payer is, and how they are reached. */
export function PayerFields({ draft, wrong, onChange }: PayerFieldsProps) {
  const { t } = useTranslation('fees.payers')
  const text = (field: 'nameLatin' | 'nameArabic' | 'email' | 'phone' | 'taxId' | 'nationalId') => ({
    label: t(`field.${field}`),
    autoComplete: 'off',
    maxLength: field.startsWith('name') || field === 'email' ? 200 : 40,
    error: wrong.includes(field) ? t(`wrong.${field}`) : undefined,
    value: draft[field],
    onChange: (typed: string) => onChange({ [field]: typed }),
  })
  return (
    <>
      <div className={common.sides}>
        <ChoiceField
          label={t('field.kind')}
          values={['company', 'person'] as const}
          value={draft.kind}
          nameOf={(kind) => t(`kind.${kind}`)}
          onChange={(kind) => onChange({ kind })}
        />
        <ChoiceField
          label={t('field.language')}
          values={['en', 'ar'] as const}
          value={draft.language}
          nameOf={(language) => t(`language.${language}`)}
          onChange={(language) => onChange({ language })}
        />
        <TextField {...text('nameLatin')} lang="en" />
        <TextField {...text('nameArabic')} lang="ar" />
        <TextField {...text('email')} type="email" />
        <TextField {...text('phone')} type="tel" />
        {draft.kind === 'company' ? (
          <TextField {...text('taxId')} dir="ltr" />
        ) : (
          <TextField {...text('nationalId')} dir="ltr" hint={t('nationalIdHint')} />
        )}
      </div>
      {draft.kind === 'person' && (
        <CheckboxField
          label={t('field.isCitizen')}
          checked={draft.isCitizen}
          onChange={(isCitizen) => onChange({ isCitizen })}
        />
      )}
    </>
  )
}
