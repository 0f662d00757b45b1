import { useTranslation } from 'react-i18next'
import { NamePair } from '#client/ui/fields/name-pair.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { maxNameLength } from '#shared/pos/catalogue-edit.contract.ts'

interface NameFieldsProps {
  name: Bilingual
  isWrong: boolean
  onChange: (name: Bilingual) => void
}

/** A name in both languages: each till shows the one it works in. */
export function NameFields({ name, isWrong, onChange }: NameFieldsProps) {
  const { t } = useTranslation('pos.catalogue')
  return (
    <NamePair
      name={name}
      labels={{ en: t('name.en'), ar: t('name.ar') }}
      problem={isWrong ? t('wrong.name') : undefined}
      maxLength={maxNameLength}
      onChange={onChange}
    />
  )
}
