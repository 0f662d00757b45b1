import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { type Regulator, regulators } from '#shared/school/regulator.rules.ts'
import type { EffectiveRules } from '../rules.api.ts'
import type { RuleName, RulesDraft } from '../rules-draft.ts'
import { RequiredForms } from './required-forms.tsx'
import { ClaimOrder, PupilNumbers } from './rule-lists.tsx'
import { RuleRows } from './rule-rows.tsx'

type Ends = RulesDraft['intakeEnds']

interface EndsProps {
  ends: Ends
  isWrong: boolean
  onChange: (ends: Ends) => void
}

/** After which day the waiting lists of a year are closed. */
function IntakeEnds({ ends, isWrong, onChange }: EndsProps) {
  const { t } = useTranslation('admissions')
  return (
    <RuleRows
      legend={t('rules.intakeEnds')}
      rows={ends}
      blank={{ entryYear: '', on: '' }}
      most={6}
      drop={t('rules.dropEnd')}
      add={t('rules.addEnd')}
      wrong={isWrong && t('rules.wrong.intakeEnds')}
      onChange={onChange}
      renderRow={({ entryYear, on }, put, numbered) => (
        <>
          <NumberField
            label={numbered(t('rules.entryYear'))}
            maxLength={4}
            value={entryYear}
            aria-invalid={isWrong || undefined}
            onChange={(typed) => put({ entryYear: typed })}
          />
          <DateField
            label={numbered(t('rules.closesAfter'))}
            value={on}
            aria-invalid={isWrong || undefined}
            onChange={(day) => put({ on: day })}
          />
        </>
      )}
    />
  )
}

interface FieldsProps {
  draft: RulesDraft
  wrong: readonly RuleName[]
  onChange: (more: Partial<RulesDraft>) => void
  /** What a family can be asked for. */
  forms: EffectiveRules['forms']
}

type YesNo =
  | 'offersNeedHead'
  | 'documentsBeforeOffer'
  | 'interviewBeforeOffer'
  | 'feeBeforeOffer'
  | 'depositOverdue'
  | 'tellsPosition'
  | 'consentsFirst'
  | 'needsContract'
  | 'needsRegistration'
  | 'identityBeforeShortlist'
  | 'erasesByItself'
  | 'accountFromFirstDay'

/** Every rule, each with what it means. */
export function RuleFields({ draft, wrong, forms, onChange }: FieldsProps) {
  const { t } = useTranslation('admissions')
  const yesNo = (name: YesNo) => (
    <CheckboxField
      label={t(`rules.${name}`)}
      checked={draft[name]}
      onChange={(isChecked) => onChange({ [name]: isChecked })}
    />
  )
  const hours = (
    name: 'graceHours' | 'reminderHours' | 'coolingHours' | 'withdrawalRefund' | 'keepClosedMonths' | 'answerHours',
  ) => (
    <NumberField
      label={t(`rules.${name}`)}
      error={wrong.includes(name) && t(`rules.wrong.${name}`)}
      {...(name === 'reminderHours' && { inputMode: 'text' })}
      value={draft[name]}
      onChange={(typed) => onChange({ [name]: typed })}
    />
  )
  return (
    <>
      {yesNo('offersNeedHead')}
      {yesNo('documentsBeforeOffer')}
      {yesNo('interviewBeforeOffer')}
      {yesNo('feeBeforeOffer')}
      <ExpiredGo goes={draft.expiredOffersGo} onChange={(expiredOffersGo) => onChange({ expiredOffersGo })} />
      {hours('graceHours')}
      {hours('reminderHours')}
      {yesNo('depositOverdue')}
      {hours('coolingHours')}
      {hours('withdrawalRefund')}
      {yesNo('tellsPosition')}
      <ListedRules draft={draft} wrong={wrong} onChange={onChange} />
      {yesNo('accountFromFirstDay')}
      {yesNo('identityBeforeShortlist')}
      {yesNo('consentsFirst')}
      <RequiredForms asked={draft.formsFirst} forms={forms} onChange={(formsFirst) => onChange({ formsFirst })} />
      {yesNo('needsContract')}
      {yesNo('needsRegistration')}
      <OfficeHours
        hours={draft.officeHours}
        isWrong={wrong.includes('officeHours')}
        onChange={(officeHours) => onChange({ officeHours })}
      />
      {hours('answerHours')}
      {hours('keepClosedMonths')}
      {yesNo('erasesByItself')}
      <RegulatorChoice regulator={draft.regulator} onChange={(regulator) => onChange({ regulator })} />
      <ClaimOrder order={draft.claimOrder} onChange={(claimOrder) => onChange({ claimOrder })} />
    </>
  )
}

function ListedRules({ draft, wrong, onChange }: Omit<FieldsProps, 'forms'>) {
  return (
    <>
      <IntakeEnds
        ends={draft.intakeEnds}
        isWrong={wrong.includes('intakeEnds')}
        onChange={(intakeEnds) => onChange({ intakeEnds })}
      />
      <PupilNumbers
        numbering={draft.pupilNumbers}
        isWrong={wrong.includes('pupilNumbers')}
        onChange={(pupilNumbers) => onChange({ pupilNumbers })}
      />
    </>
  )
}

interface OfficeProps {
  hours: RulesDraft['officeHours']
  isWrong: boolean
  onChange: (hours: RulesDraft['officeHours']) => void
}

/** When the office answers on school days: the clock of first answers runs then. */
function OfficeHours({ hours, isWrong, onChange }: OfficeProps) {
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

function ExpiredGo({ goes, onChange }: ExpiredProps) {
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

function RegulatorChoice({ regulator, onChange }: RegulatorProps) {
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
