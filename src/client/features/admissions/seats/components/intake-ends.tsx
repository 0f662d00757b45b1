import { useTranslation } from 'react-i18next'
import { DateField, NumberField } from '#client/ui/fields/text-field.tsx'
import type { RulesDraft } from '../rules-draft.ts'
import { RuleRows } from './rule-rows.tsx'

type Ends = RulesDraft['intakeEnds']

interface EndsProps {
  ends: Ends
  isWrong: boolean
  onChange: (ends: Ends) => void
}

/** After which day the waiting lists of a year are closed. */
export function IntakeEnds({ ends, isWrong, onChange }: EndsProps) {
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
