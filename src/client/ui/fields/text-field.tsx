// chunk: links
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
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

/**
 * A day, by the browser's own calendar; `YYYY-MM-DD`, or empty. The browser writes it as its own language does, so it stands below
 * in the words of the page as well: 03/04 is no longer two days.
 */
export function DateField({ hint, ...field }: Omit<TextFieldProps, 'type'>) {
  const { i18n } = useTranslation()
  const day = String(field.value ?? '')
  // A year that is still being typed comes as 0002.
  const said = /^[12]\d{3}-\d\d-\d\d$/.test(day) && formatLongDay(day, i18n.language)
  const both = hint && said ? [said, <br key="line" />, hint] : hint || said
  return <TextField {...field} hint={both} type="date" />
}

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
