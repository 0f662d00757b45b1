import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { sheetAtom } from '../till.atoms.ts'
import css from './keys-sheet.module.css'

const keys = [
  ['/', 'search'],
  ['Enter', 'firstFound'],
  ['1 … 9', 'category'],
  ['← ↑ ↓ →', 'walk'],
  ['+  −', 'pieces'],
  ['Ctrl Z', 'undo'],
  ['Ctrl Del', 'clear'],
  ['F2', 'customer'],
  ['F4', 'pay'],
  ['F8', 'menu'],
  ['Esc', 'leave'],
  ['F1  ?', 'help'],
] as const

/** What the keyboard can do. */
export function KeysSheet() {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  return (
    <Sheet title={t('menu.keys')} onClose={() => setSheet(null)}>
      <dl className={css.keys}>
        {keys.map(([key, does]) => (
          <div key={does} className={css.row}>
            <dt>
              <kbd className={css.key} dir="ltr">
                {key}
              </kbd>
            </dt>
            <dd>{t(`keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>{t('keys.scanner')}</p>
    </Sheet>
  )
}
