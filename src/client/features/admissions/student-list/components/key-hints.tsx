import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { themeAtom } from '#client/platform/prefs.ts'
import css from '../student-desk.module.css'

const hints = [
  ['J K', 'move'],
  ['↵', 'open'],
  ['X', 'select'],
  ['O', 'whole'],
  ['Esc', 'close'],
] as const

/** The keys of the list, where single letters are keys. */
export function KeyHints() {
  const { t } = useTranslation('admissions.student-list')
  if (!useAtomValue(themeAtom).singleKeys) return null
  return (
    <p className={css.foot} aria-hidden="true">
      {hints.map(([key, name]) => (
        <span key={name}>
          <kbd>{key}</kbd> {t(`keys.${name}`)}
        </span>
      ))}
    </p>
  )
}
