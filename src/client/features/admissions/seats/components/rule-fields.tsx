import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { DateField, NumberField } from '#client/ui/fields/text-field.tsx'
import type { EffectiveRules } from '../rules.api.ts'
import type { RuleName, RulesDraft } from '../rules-draft.ts'
import { RequiredForms } from './required-forms.tsx'
import { ExpiredGo, OfficeHours, RegulatorChoice } from './rule-choices.tsx'
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
