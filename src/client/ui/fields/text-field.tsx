// chunk: links
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'onChange' | keyof FieldProps> {
  onChange: (value: string) => void
}

/** The direction of what is typed: that of its language, or of the text itself; addresses and numbers run from the left. */
function directionOf({ lang, type }: Pick<TextFieldProps, 'lang' | 'type'>) {
  if (lang) return lang === 'ar' ? 'rtl' : 'ltr'
  if (type === 'email' || type === 'tel' || type === 'number') return 'ltr'
  return type === 'date' || type === 'time' ? undefined : 'auto'
}

/** One line of text. `onChange` gets the text itself. */
export function TextField({ label, hint, error, width, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} width={width} of={input}>
      {(control) => (
        <input
          dir={directionOf(input)}
          {...input}
          {...control}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A day, by the browser's own calendar; `YYYY-MM-DD`, or empty. */
export const DateField = (props: Omit<TextFieldProps, 'type'>) => <TextField {...props} type="date" />

/** A number or an amount as it is typed, in any digits: it is read where it is used. */
export const NumberField = (props: TextFieldProps) => (
  <TextField dir="ltr" inputMode="numeric" autoComplete="off" {...props} />
)

interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange' | keyof FieldProps> {
  onChange: (value: string) => void
}

/** Several lines of text. */
export function TextAreaField({ label, hint, error, width, onChange, ...textarea }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} width={width} of={textarea}>
      {(control) => (
        <textarea
          dir={directionOf({ lang: textarea.lang, type: 'text' })}
          {...textarea}
          {...control}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
