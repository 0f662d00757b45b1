// chunk: form-parts
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { checkIdentityNumber } from '#shared/forms/people/identity-number.rules.ts'
import { useOpenForm } from '../form-context.ts'
import { useAnswer } from './choice-inputs.tsx'
import css from './field.module.css'

interface IdentityHintProps {
  field: Extract<Field, { type: 'text' }>
  path: string
  /** The answers beside it, the birth date among them. */
  row: Answers
}

/** Nobody is told of a wrong number before they have typed it whole. */
const pauseMs = 1_000

/** That a number looks mistyped, said softly: it may be right all the same, and may be handed in as it is. */
export function IdentityHint({ field, path, row }: IdentityHintProps) {
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
