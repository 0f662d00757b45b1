// chunk: hardware-sheet
import { useTranslation } from 'react-i18next'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ScannerPanel } from './panels/scanner-panel.tsx'

/** The reader of cards at a desk, set up like that of a till: both must read the same number from one card. */
export function ScannerSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('pos.hardware')
  return (
    <Sheet title={t('scanner.title')} onClose={onClose}>
      <ScannerPanel no={1} />
    </Sheet>
  )
}
