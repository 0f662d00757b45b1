import { useTranslation } from 'react-i18next'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { type Regulator, regulators } from '#shared/school/regulator.rules.ts'
import type { RulesDraft } from '../rules-draft.ts'

interface OfficeProps {
  hours: RulesDraft['officeHours']
  isWrong: boolean
  onChange: (hours: RulesDraft['officeHours']) => void
}

/** When the office answers on school days: the clock of first answers runs then. */
export function OfficeHours({ hours, isWrong, onChange }: OfficeProps) {
  const { t } = useTranslation('admissions')
  return (
    <>
      <TextField
        label={t('rules.officeOpens')}
        type="time"
        dir="ltr"
        width="narrow"
        value={hours.opens}
        error={isWrong && t('rules.wrong.officeHours')}
        onChange={(opens) => onChange({ ...hours, opens })}
      />
      <TextField
        label={t('rules.officeCloses')}
        type="time"
        dir="ltr"
        width="narrow"
        value={hours.closes}
        onChange={(closes) => onChange({ ...hours, closes })}
      />
    </>
  )
}

interface ExpiredProps {
  goes: RulesDraft['expiredOffersGo']
  onChange: (goes: RulesDraft['expiredOffersGo']) => void
}

export function ExpiredGo({ goes, onChange }: ExpiredProps) {
  const { t } = useTranslation('admissions')
  return (
    <SelectField
      label={t('rules.expiredOffersGo')}
      value={goes}
      onChange={(chosen) => onChange(chosen === 'rejected' ? 'rejected' : 'waiting')}
    >
      <option value="waiting">{t('rules.goes.waiting')}</option>
      <option value="rejected">{t('rules.goes.rejected')}</option>
    </SelectField>
  )
}

interface RegulatorProps {
  regulator: Regulator
  onChange: (regulator: Regulator) => void
}

export function RegulatorChoice({ regulator, onChange }: RegulatorProps) {
  const { t } = useTranslation('admissions')
  return (
    <ChoiceField
      label={t('rules.regulator')}
      values={regulators}
      nameOf={(each) => t(`rules.regulators.${each}`)}
      value={regulator}
      onChange={onChange}
    />
  )
}
