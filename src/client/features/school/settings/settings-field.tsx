import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { inputId } from './settings-form.tsx'
import css from './settings.module.css'
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

interface BothProps extends OfField {
  label: string
  value: Bilingual
  maxLength: number
  /** Several lines. */
  rows?: number
  onChange: (value: Bilingual) => void
}

/** A text in both languages, side by side where there is room. */
export function BothFields({ label, value, field, wrong, maxLength, rows, onChange }: BothProps) {
  const { t } = useTranslation('school.settings')
  const states = {
    en: useFieldState({ field: `${field}.en`, wrong }),
    ar: useFieldState({ field: `${field}.ar`, wrong }),
  }
  return (
    <div className={css.pair}>
      {(['en', 'ar'] as const).map((lang) => {
        const input = {
          ...states[lang],
          lang,
          maxLength,
          label: t(`in.${lang}`, { label }),
          value: value[lang],
          onChange: (typed: string) => onChange({ ...value, [lang]: typed }),
        }
        return rows ? <TextAreaField key={lang} rows={rows} {...input} /> : <TextField key={lang} {...input} />
      })}
    </div>
  )
}
