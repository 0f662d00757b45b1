import { useTranslation } from 'react-i18next'
import field from '#client/ui/fields/plain-field.module.css'
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
          <label className={field.label}>
            {numbered(t('rules.entryYear'))}
            <input
              className={field.input}
              dir="ltr"
              inputMode="numeric"
              maxLength={4}
              value={entryYear}
              aria-invalid={isWrong || undefined}
              onChange={(event) => put({ entryYear: event.currentTarget.value })}
            />
          </label>
          <label className={field.label}>
            {numbered(t('rules.closesAfter'))}
            <input
              className={field.input}
              type="date"
              value={on}
              aria-invalid={isWrong || undefined}
              onChange={(event) => put({ on: event.currentTarget.value })}
            />
          </label>
        </>
      )}
    />
  )
}
