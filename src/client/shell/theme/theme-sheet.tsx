import { useTranslation } from 'react-i18next'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { PartProps } from '../desk/part.types.ts'
import { ThemePanel } from './theme-panel.tsx'

export function ThemeSheet({ onClose }: PartProps) {
  const { t } = useTranslation('frame')
  return (
    <Sheet title={t('theme.title')} onClose={onClose}>
      <ThemePanel />
    </Sheet>
  )
}
