// chunk: fees
import { useTranslation } from 'react-i18next'
import { NamePair } from '#client/ui/fields/name-pair.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

interface NameFieldsProps {
  name: Bilingual
  /** True once it was tried to be saved: an empty name is marked. */
  isChecked: boolean
  onChange: (name: Bilingual) => void
}

/** A name in both languages, as it stands on invoices. */
export function NameFields({ name, isChecked, onChange }: NameFieldsProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <NamePair
      name={name}
      labels={{ en: t('name.en'), ar: t('name.ar') }}
      problem={isChecked ? t('wrong.name') : undefined}
      maxLength={80}
      onChange={onChange}
    />
  )
}
