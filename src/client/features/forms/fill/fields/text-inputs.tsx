import { useTranslation } from 'react-i18next'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { longest } from '#shared/forms/form-limits.rules.ts'
import { inputId, useOpenForm } from '../form-context.ts'
import { useWholeNumber } from '../hooks/use-whole-number.ts'
import css from './field.module.css'
import { describedBy, FieldFrame, type FrameProps } from './field-frame.tsx'

export type PartProps<F extends Field = Field> = Pick<FrameProps, 'path' | 'error' | 'isRequired'> & { field: F }

type Plain = Extract<Field, { type: 'text' | 'email' | 'phone' | 'number' }>

const keyboards = {
  text: {},
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    dir: 'ltr',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', dir: 'ltr' },
  number: { inputMode: 'decimal', dir: 'ltr' },
} as const

/** One line of text, with the keyboard and the browser's own help that fit what is asked. */
export function PlainInput({ field, path, error, isRequired }: PartProps<Plain>) {
  const { form } = useOpenForm()
  const autoComplete = field.type === 'text' ? { autoComplete: field.autocomplete ?? 'off' } : {}
  const makeWhole = useWholeNumber(path)
  const { error: _, ...input } = form.getInputProps(path)
  return (
    <FieldFrame {...{ field, path, error, isRequired }}>
      <input
        id={inputId(path)}
        className={css.input}
        dir="auto"
        aria-required={isRequired}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(path, field, error)}
        {...autoComplete}
        {...keyboards[field.type]}
        key={form.key(path)}
        {...input}
        onBlur={(event) => {
          input.onBlur?.(event)
          // Offline before the rules of numbers were fetched, a number stays as it was typed.
          if (field.type === 'phone') makeWhole(event.currentTarget.value).catch(() => undefined)
        }}
      />
    </FieldFrame>
  )
}

/** Several lines, with what is left of the room once it gets short. */
export function LongInput({ field, path, error, isRequired }: PartProps<Extract<Field, { type: 'long-text' }>>) {
  const { t } = useTranslation('forms')
  const { form } = useOpenForm()
  const { error: _, ...input } = form.getInputProps(path)
  const written: unknown = form.getInputProps(path).defaultValue
  const left = longest(field) - (typeof written === 'string' ? written.length : 0)
  const hint = left < longest(field) / 5 ? t('left', { count: left }) : undefined
  return (
    <FieldFrame {...{ field, path, error, isRequired, hint }}>
      <textarea
        id={inputId(path)}
        className={css.input}
        dir="auto"
        aria-required={isRequired}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(path, field, error, hint)}
        key={form.key(path)}
        {...input}
      />
    </FieldFrame>
  )
}
