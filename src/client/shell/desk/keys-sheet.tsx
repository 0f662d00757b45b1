import { useTranslation } from 'react-i18next'
import { Sheet } from '#client/ui/sheet.tsx'
import { KeysList } from './keys-list.tsx'
import type { PartProps } from './part.types.ts'

export function KeysSheet({ onClose }: PartProps) {
  const { t } = useTranslation('frame')
  return (
    <Sheet title={t('keys.title')} onClose={onClose} size="narrow">
      <KeysList />
    </Sheet>
  )
}
