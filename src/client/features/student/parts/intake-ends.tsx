import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import field from '#client/ui/plain-field.module.css'
import type { RulesDraft } from '../rules-draft.ts'
import css from './rules-sheet.module.css'

type Ends = RulesDraft['intakeEnds']

interface EndsProps {
  ends: Ends
  isWrong: boolean
  onChange: (ends: Ends) => void
}

/** After which day the waiting lists of a year are closed. */
export function IntakeEnds({ ends, isWrong, onChange }: EndsProps) {
  const { t } = useTranslation('admissions')
  const put = (no: number, more: Partial<Ends[number]>) =>
    onChange(ends.map((end, at) => (at === no ? { ...end, ...more } : end)))
  const numbered = (name: string, no: number) => (ends.length > 1 ? `${name} ${no + 1}` : name)
  return (
    <fieldset className={css.ends}>
      <legend>{t('rules.intakeEnds')}</legend>
      {ends.map(({ entryYear, on }, no) => (
        // Rows have no name but their place.
        <div key={no} className={css.end}>
          <label className={field.label}>
            {numbered(t('rules.entryYear'), no)}
            <input
              className={field.input}
              dir="ltr"
              inputMode="numeric"
              maxLength={4}
              value={entryYear}
              aria-invalid={isWrong || undefined}
              onChange={(event) => put(no, { entryYear: event.currentTarget.value })}
            />
          </label>
          <label className={field.label}>
            {numbered(t('rules.closesAfter'), no)}
            <input
              className={field.input}
              type="date"
              value={on}
              aria-invalid={isWrong || undefined}
              onChange={(event) => put(no, { on: event.currentTarget.value })}
            />
          </label>
          <Button
            kind="quiet"
            aria-label={numbered(t('rules.dropEnd'), no)}
            onClick={() => onChange(ends.filter((_end, at) => at !== no))}
          >
            {t('rules.dropEnd')}
          </Button>
        </div>
      ))}
      {isWrong && (
        <p role="alert" className={css.problem}>
          {t('rules.wrong.intakeEnds')}
        </p>
      )}
      {ends.length < 6 && (
        <Button onClick={() => onChange([...ends, { entryYear: '', on: '' }])}>{t('rules.addEnd')}</Button>
      )}
    </fieldset>
  )
}
