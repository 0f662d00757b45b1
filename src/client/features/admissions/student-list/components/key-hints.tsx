import { useTranslation } from 'react-i18next'
import { KeyHints } from '#client/platform/page/key-hints.tsx'

const keys = [
  ['J K', 'move'],
  ['↵', 'open'],
  ['X', 'select'],
  ['O', 'whole'],
  ['S', 'status'],
  ['R', 'review'],
  ['Esc', 'close'],
] as const

/** The keys of the list of students. */
export function StudentKeys() {
  const { t } = useTranslation('admissions.student-list')
  return <KeyHints hints={keys.map(([key, name]) => [key, t(`keys.${name}`)] as const)} />
}
