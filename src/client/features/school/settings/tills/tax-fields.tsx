import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import css from '../settings.module.css'
import { BothFields, SettingsField, useFieldState } from '../settings-field.tsx'
import type { TaxDraft } from './tills-draft.ts'

interface TaxesProps {
  taxCodes: readonly TaxDraft[]
  /** Codes that items or sales name: retired, and never deleted. */
  used: readonly string[]
  wrong: readonly string[]
  onChange: (taxCodes: TaxDraft[]) => void
}

const blank: TaxDraft = { code: '', name: { en: '', ar: '' }, rate: '', isIncluded: true, isRetired: false }

/** The tax codes that items choose from. */
export function TaxFields({ taxCodes, used, wrong, onChange }: TaxesProps) {
  const { t } = useTranslation('school.settings')
  const twice = useFieldState({ field: 'taxCodes.twice', wrong })
  return (
    <fieldset id={twice.id} className={css.group}>
      <legend>{t('tills.taxCodes')}</legend>
      <p className={css.hint}>{t('tills.taxCodesHint')}</p>
      {twice.error && <InlineNotice tone="problem">{twice.error}</InlineNotice>}
      {taxCodes.map((tax, no) => (
        <div key={no} className={css.row}>
          <TaxRow
            no={no}
            tax={tax}
            isUsed={used.includes(tax.code)}
            wrong={wrong}
            onChange={(to) => onChange(taxCodes.with(no, to))}
          />
          {!used.includes(tax.code) && (
            <Button onClick={() => onChange(taxCodes.filter((_, at) => at !== no))}>
              {t('tills.remove', { code: tax.code || String(no + 1) })}
            </Button>
          )}
        </div>
      ))}
      {taxCodes.length < 20 && (
        <div>
          <Button onClick={() => onChange([...taxCodes, blank])}>{t('tills.add')}</Button>
        </div>
      )}
    </fieldset>
  )
}

interface TaxProps {
  no: number
  tax: TaxDraft
  isUsed: boolean
  wrong: readonly string[]
  onChange: (tax: TaxDraft) => void
}

function TaxRow({ no, tax, isUsed, wrong, onChange }: TaxProps) {
  const { t } = useTranslation('school.settings')
  return (
    <>
      <div className={css.pair}>
        <SettingsField
          label={t('tills.code')}
          hint={isUsed ? t('tills.codeUsed') : undefined}
          field={`taxCodes.${no}.code`}
          wrong={wrong}
          dir="ltr"
          maxLength={6}
          readOnly={isUsed}
          value={tax.code}
          onChange={(code) => onChange({ ...tax, code })}
        />
        <SettingsField
          label={t('tills.rate')}
          field={`taxCodes.${no}.ratePpm`}
          wrong={wrong}
          inputMode="decimal"
          dir="ltr"
          value={tax.rate}
          onChange={(rate) => onChange({ ...tax, rate })}
        />
      </div>
      <BothFields
        label={t('tills.taxName')}
        field={`taxCodes.${no}.name`}
        wrong={wrong}
        maxLength={60}
        value={tax.name}
        onChange={(name) => onChange({ ...tax, name })}
      />
      <CheckboxField
        label={t('tills.included')}
        checked={tax.isIncluded}
        onChange={(isIncluded) => onChange({ ...tax, isIncluded })}
      />
      <CheckboxField
        label={t('tills.retired')}
        checked={tax.isRetired}
        onChange={(isRetired) => onChange({ ...tax, isRetired })}
      />
    </>
  )
}
