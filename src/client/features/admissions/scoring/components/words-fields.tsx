import { useTranslation } from 'react-i18next'
import { TextField } from '#client/ui/fields/text-field.tsx'
import css from './set-editor.module.css'

interface WordsProps {
  en: string
  ar: string
  put: (more: { en?: string; ar?: string }) => void
}

/** One thing in the words of both languages. */
export function WordsFields({ en, ar, put }: WordsProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <div className={css.fields}>
      <TextField label={t('field.en')} lang="en" maxLength={300} value={en} onChange={(typed) => put({ en: typed })} />
      <TextField label={t('field.ar')} lang="ar" maxLength={300} value={ar} onChange={(typed) => put({ ar: typed })} />
    </div>
  )
}

interface CodeProps {
  value: string
  onChange: (code: string) => void
}

/** By which something is told from others in what was scored; people are shown the words. */
export function CodeField({ value, onChange }: CodeProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <TextField
      label={t('field.code')}
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      value={value}
      onChange={onChange}
    />
  )
}
