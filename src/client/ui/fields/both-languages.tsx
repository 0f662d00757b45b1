// chunk: settings
import { useTranslation } from 'react-i18next'
import css from './both-languages.module.css'
import { TextAreaField, TextField } from './text-field.tsx'

interface Both {
  en: string
  ar: string
}

interface BothLanguagesProps {
  label: string
  /** Id before which each field sets its language: `name` gives `name-en` and `name-ar`. */
  id: string
  value: Both
  errors: { [L in keyof Both]?: string | undefined }
  maxLength: number
  /** Several lines. */
  rows?: number | undefined
  onChange: (value: Both) => void
}

/** A text in both languages, side by side where there is room. Load the words of `editor` before. */
export function BothLanguages({ label, id, value, errors, maxLength, rows, onChange }: BothLanguagesProps) {
  const { t } = useTranslation('editor')
  return (
    <div className={css.pair}>
      {(['en', 'ar'] as const).map((lang) => {
        const input = {
          id: `${id}-${lang}`,
          error: errors[lang],
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
