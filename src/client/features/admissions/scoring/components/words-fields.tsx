import { useTranslation } from 'react-i18next'
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
      <label className={css.labelled}>
        {t('field.en')}
        <input
          lang="en"
          dir="ltr"
          maxLength={300}
          value={en}
          onChange={(event) => put({ en: event.currentTarget.value })}
        />
      </label>
      <label className={css.labelled}>
        {t('field.ar')}
        <input
          lang="ar"
          dir="rtl"
          maxLength={300}
          value={ar}
          onChange={(event) => put({ ar: event.currentTarget.value })}
        />
      </label>
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
    <label className={css.labelled}>
      {t('field.code')}
      <input
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}
