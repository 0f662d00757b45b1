import type { ComponentProps } from 'react'
import { BothLanguages } from '#client/ui/fields/both-languages.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { inputId } from './settings-form.tsx'
import { useWrongText } from './use-wrong-text.ts'

/** What a field needs of its form. */
interface OfField {
  /** Path below the values, as `contact.email`. */
  field: string
  wrong: readonly string[]
}

/** Returns the id and the error of a field. */
export function useFieldState({ field, wrong }: OfField) {
  const wrongText = useWrongText()
  return { id: inputId(field), error: wrong.includes(field) ? wrongText(field) : undefined }
}

type OneLineProps = OfField & Omit<ComponentProps<typeof TextField>, 'id' | 'error'>

/** One line of a settings page. */
export function SettingsField({ field, wrong, ...input }: OneLineProps) {
  return <TextField {...input} {...useFieldState({ field, wrong })} />
}

type BothProps = OfField & Omit<ComponentProps<typeof BothLanguages>, 'id' | 'errors'>

/** A text in both languages of a settings page. */
export function BothFields({ field, wrong, ...input }: BothProps) {
  const states = {
    en: useFieldState({ field: `${field}.en`, wrong }),
    ar: useFieldState({ field: `${field}.ar`, wrong }),
  }
  return <BothLanguages {...input} id={inputId(field)} errors={{ en: states.en.error, ar: states.ar.error }} />
}
