// chunk: form-parts
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { LegalDialog, type LegalText } from '#client/platform/page/legal-dialog.tsx'
import link from '#client/ui/link.module.css'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { checkIdentityNumber } from '#shared/forms/people/identity-number.rules.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { suggestGrade } from '#shared/school/grade.rules.ts'
import { useOpenForm } from '../form-context.ts'
import { useAnswer } from './choice-inputs.tsx'
import css from './field.module.css'

interface HintProps {
  field: Field
  path: string
  /** Answers of the block that the field stands in. */
  row?: Answers
}

/** What stands below an input: a grade for the age, a warning of a mistyped number, the text that is agreed to. */
export function FieldHint({ field, path, row }: HintProps) {
  const { answers } = useOpenForm()
  const common = { path, row: row ?? answers }
  if ('suggestedBy' in field && field.suggestedBy) return <GradeHint field={field} {...common} />
  if (field.type === 'text' && field.identity) return <IdentityHint field={field} {...common} />
  if (field.type === 'consent' && (field.key === 'terms' || field.key === 'privacy')) {
    return <LegalHint text={field.key} />
  }
  return null
}

/** Opens the school's text that a statement asks for: nobody agrees to what they cannot read there. */
function LegalHint({ text }: { text: LegalText }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={link.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(`legal.${text}`)}
      </button>
      <LegalDialog text={text} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

interface IdentityHintProps {
  field: Extract<Field, { type: 'text' }>
  path: string
  /** The answers beside it, the birth date among them. */
  row: Answers
}

/** Nobody is told of a wrong number before they have typed it whole. */
const pauseMs = 1_000

/** Says that a number looks mistyped. It may be right, so it may be handed in as it is. */
function IdentityHint({ field, path, row }: IdentityHintProps) {
  const { t } = useTranslation('forms')
  const { birthDateKey } = useOpenForm()
  const { value = '' } = useAnswer<string>(path)
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  const birthDate = birthDateKey === undefined ? undefined : row[birthDateKey]
  const isDay = typeof birthDate === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(birthDate)
  const finding = field.identity && checkIdentityNumber(field.identity, typed, isDay ? birthDate : undefined)
  const isSaid = finding !== undefined && finding !== 'fine' && typed === value
  return (
    <p className={isSaid ? css.hint : 'visually-hidden'} role="status">
      {isSaid && t(`identity.${finding}`, { country: t(`identityOf.${field.identity ?? 'AE'}`) })}
    </p>
  )
}

interface GradeHintProps {
  field: Extract<Field, { type: 'choice' | 'choices' }>
  path: string
  row: Answers
}

/** Which grade fits a child's age, why, and one touch to take it. A suggestion: any other grade may be asked for. */
function GradeHint({ field, path, row }: GradeHintProps) {
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
