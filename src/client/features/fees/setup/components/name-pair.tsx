// chunk: fees
import { useTranslation } from 'react-i18next'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import css from './fee-setup.module.css'

interface NamePairProps {
  name: Bilingual
  /** True once it was tried to be saved: an empty name is marked. */
  isChecked: boolean
  onChange: (name: Bilingual) => void
}

/** A name in both languages, as it stands on invoices. */
export function NamePair({ name, isChecked, onChange }: NamePairProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <div className={css.two}>
      {(['en', 'ar'] as const).map((language) => (
        <TextField
          key={language}
          label={t(`name.${language}`)}
          lang={language}
          required
          autoComplete="off"
          maxLength={80}
          error={isChecked && name[language].trim() === '' ? t('wrong.name') : undefined}
          value={name[language]}
          onChange={(typed) => onChange({ ...name, [language]: typed })}
        />
      ))}
    </div>
  )
}
