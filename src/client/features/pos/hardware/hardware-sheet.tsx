// chunk: hardware-sheet
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { sheetAtom } from '../till/till.atoms.ts'
import { DisplayPanel } from './panels/display-panel.tsx'
import { DrawerPanel } from './panels/drawer-panel.tsx'
import { JobsPanel } from './panels/jobs-panel.tsx'
import css from './panels/panel.module.css'
import { PrinterPanel } from './panels/printer-panel.tsx'
import { ScannerPanel } from './panels/scanner-panel.tsx'

/** What hangs at this device, set up and tried out step by step. */
export function HardwareSheet() {
  const { t } = useTranslation('pos.hardware')
  const setSheet = useSetAtom(sheetAtom)
  return (
    <Sheet title={t('title')} size="wide" onClose={() => setSheet(null)}>
      <p className={common.softLine}>{t('intro')}</p>
      <div className={css.panels}>
        <div className={css.column}>
          <PrinterPanel />
          <DrawerPanel />
        </div>
        <div className={css.column}>
          <ScannerPanel no={3} />
          <DisplayPanel />
        </div>
      </div>
      <JobsPanel />
    </Sheet>
  )
}
