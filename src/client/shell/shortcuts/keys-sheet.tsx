import { useTranslation } from 'react-i18next'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { PartProps } from '../desk/part.types.ts'
import { KeysList } from './keys-list.tsx'

export function KeysSheet({ onClose }: PartProps) {
  const { t } = useTranslation('frame')
  return (
    <Sheet title={t('keys.title')} onClose={onClose} size="narrow">
      <KeysList />
    </Sheet>
  )
}
