// chunk: form-parts
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { suggestGrade } from '#shared/school/grade.rules.ts'
import { useOpenForm } from '../form-context.ts'
import { useAnswer } from './choice-inputs.tsx'
import css from './field.module.css'

interface GradeHintProps {
  field: Extract<Field, { type: 'choice' | 'choices' }>
  path: string
  row: Answers
}

/** Which grade fits a child's age, why, and one touch to take it. A suggestion: any other grade may be asked for. */
export function GradeHint({ field, path, row }: GradeHintProps) {
  const { t, i18n } = useTranslation('forms')
  const pick = useBilingual()
  const { ages } = useOpenForm()
  const { value, set } = useAnswer<string>(path)
  const birthDate = row[field.suggestedBy?.birthDate ?? '']
  const entryYear = Number(row[field.suggestedBy?.entryYear ?? ''])
  if (!ages || typeof birthDate !== 'string' || !entryYear) return null
  const answer = suggestGrade({ birthDate, entryYear, intake: ages.intake, country: ages.country }, ages.rules)
  if (answer.kind === 'no-rule' || answer.kind === 'unknown-birth-date') return null
  const nameOf = (code: string) => {
    const choice = field.choices?.find((each) => each.code === code)
    return choice ? pick(choice.label) : code
  }
  const cutOff = formatDay(answer.cutOff, i18n.language)
  const said = { grade: nameOf(answer.grade), age: answer.age, asked: answer.ageAsked, cutOff }
  const canTake =
    answer.kind === 'grade' && value !== answer.grade && field.choices?.some((each) => each.code === answer.grade)
  return (
    <div className={css.hint} role="status">
      {t(`grade.${answer.kind}`, said)} {answer.before && t('grade.before', { grade: nameOf(answer.before.grade) })}{' '}
      {answer.byCompletedGrade && t('grade.completed')}{' '}
      {canTake && (
        <button type="button" className={css.take} onClick={() => set(answer.grade)}>
          {t('grade.take', { grade: nameOf(answer.grade) })}
        </button>
      )}
    </div>
  )
}
