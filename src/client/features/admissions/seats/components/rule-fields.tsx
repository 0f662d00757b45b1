import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { DateField, NumberField } from '#client/ui/fields/text-field.tsx'
import type { EffectiveRules } from '../rules.api.ts'
import type { RuleName, RulesDraft } from '../rules-draft.ts'
import { ExpiredGo, OfficeHours, RegulatorChoice, RequiredForms } from './rule-choices.tsx'
import { ClaimOrder, PupilNumbers } from './rule-lists.tsx'
import css from './rules-sheet.module.css'

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

interface RowsProps<Row> {
  legend: string
  rows: readonly Row[]
  /** What a new row begins with. */
  blank: Row
  most: number
  drop: string
  add: string
  /** What is not right yet. */
  wrong: string | false
  onChange: (rows: Row[]) => void
  /** The fields of one row. `numbered` tells fields of the same name apart. */
  renderRow: (row: Row, put: (more: Partial<Row>) => void, numbered: (name: string) => string) => ReactNode
}

/** A rule that is a list: rows that are added, changed and taken away. */
function RuleRows<Row>({ legend, rows, blank, most, drop, add, wrong, onChange, renderRow }: RowsProps<Row>) {
  return (
    <fieldset className={css.ends}>
      <legend>{legend}</legend>
      {rows.map((row, no) => {
        const numbered = (name: string) => (rows.length > 1 ? `${name} ${no + 1}` : name)
        const put = (more: Partial<Row>) => onChange(rows.map((each, at) => (at === no ? { ...each, ...more } : each)))
        return (
          // Rows have no name but their place.
          <div key={no} className={common.row}>
            {renderRow(row, put, numbered)}
            <Button
              kind="quiet"
              aria-label={numbered(drop)}
              onClick={() => onChange(rows.filter((_each, at) => at !== no))}
            >
              {drop}
            </Button>
          </div>
        )
      })}
      {wrong && <InlineNotice tone="problem">{wrong}</InlineNotice>}
      {rows.length < most && <Button onClick={() => onChange([...rows, blank])}>{add}</Button>}
    </fieldset>
  )
}
