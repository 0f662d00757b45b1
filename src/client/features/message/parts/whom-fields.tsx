import { useTranslation } from 'react-i18next'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import plain from '#client/ui/plain-field.module.css'
import { studentStatuses } from '#shared/rules/student-status.rules.ts'
import { readKnown } from '../message.api.ts'
import type { Many } from '../use-many.ts'
import css from './message-texts.module.css'

/** Whose families: those who were selected on the list of students, or whoever a filter finds. */
export function WhomFields({ many: { whom, aim } }: { many: Many }) {
  const { t } = useTranslation('messages')
  const { t: words } = useTranslation('students')
  const { answer: known } = useAnswer(readKnown)
  if (whom.ids.length > 0) {
    return (
      <div className={css.actions}>
        <strong>{t('many.picked', { count: whom.ids.length })}</strong>
        <Button kind="quiet" onClick={() => aim({ ids: [] })}>
          {t('many.byFilter')}
        </Button>
      </div>
    )
  }
  const all = { value: '', text: t('many.all') }
  return (
    <fieldset className={css.whom}>
      <legend>{t('many.whom')}</legend>
      <Choice
        label={t('many.status')}
        value={whom.status}
        options={[all, ...studentStatuses.map((status) => ({ value: status, text: words(`status.${status}`) }))]}
        onChange={(value) => aim({ status: studentStatuses.find((status) => status === value) ?? '' })}
      />
      <Choice
        label={t('many.grade')}
        value={whom.grade}
        options={[all, ...(known?.grade ?? []).map((grade) => ({ value: grade, text: grade }))]}
        onChange={(grade) => aim({ grade })}
      />
      <Choice
        label={t('many.year')}
        value={whom.year}
        options={[all, ...(known?.entryYear ?? []).map((year) => ({ value: `${year}`, text: `${year}` }))]}
        onChange={(year) => aim({ year })}
      />
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label className={plain.label}>
    {label}
    <select className={plain.input} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  </label>
)
