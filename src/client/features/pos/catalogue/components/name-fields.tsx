import { useTranslation } from 'react-i18next'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { maxNameLength } from '#shared/pos/catalogue-edit.contract.ts'
import css from './catalogue.module.css'

interface NameFieldsProps {
  name: Bilingual
  isWrong: boolean
  onChange: (name: Bilingual) => void
}

/** A name in both languages: each till shows the one it works in. */
export function NameFields({ name, isWrong, onChange }: NameFieldsProps) {
  const { t } = useTranslation('pos.catalogue')
  return (
    <div className={css.two}>
      {(['en', 'ar'] as const).map((language) => (
        <TextField
          key={language}
          label={t(`name.${language}`)}
          lang={language}
          required
          autoComplete="off"
          maxLength={maxNameLength}
          error={isWrong && name[language].trim() === '' ? t('wrong.name') : undefined}
          value={name[language]}
          onChange={(typed) => onChange({ ...name, [language]: typed })}
        />
      ))}
    </div>
  )
}
