import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { inputId } from '../form-context.ts'
import css from './field.module.css'

export interface FrameProps {
  field: Field
  path: string
  error: ReactNode
  isRequired: boolean
  children: ReactNode
  /** A hint that comes and goes while somebody types. */
  hint?: ReactNode
  /** Of several inputs that answer one question: its name is a legend. Of `one` only one is chosen, so all have one state. */
  group?: 'one' | 'several'
}

/** Which texts describe the input, for `aria-describedby`; undefined when there are none. */
export function describedBy(path: string, field: Field, error: ReactNode, hint?: ReactNode): string | undefined {
  const id = inputId(path)
  const ids = [field.help && `${id}-help`, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** Name, help, the input itself, a hint and what is wrong with it, tied together for eyes and ears. */
export function FieldFrame({ field, path, error, isRequired, children, hint, group }: FrameProps) {
  const { t } = useTranslation('forms')
  const pick = useBilingual()
  const id = inputId(path)
  const name = (
    <>
      {pick(field.label)} {!isRequired && <span className={css.optional}>{t('optional')}</span>}
    </>
  )
  const around = (
    <>
      {field.help && (
        <p id={`${id}-help`} className={css.help}>
          {pick(field.help)}
        </p>
      )}
      {children}
      {hint && (
        <p id={`${id}-hint`} className={css.hint} role="status">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </>
  )
  if (group) {
    const state = group === 'one' && { role: 'radiogroup', 'aria-required': isRequired, 'aria-invalid': Boolean(error) }
    return (
      <fieldset className={css.field} id={id} {...state} aria-describedby={describedBy(path, field, error, hint)}>
        <legend className={css.label}>{name}</legend>
        {around}
      </fieldset>
    )
  }
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {name}
      </label>
      {around}
    </div>
  )
}
