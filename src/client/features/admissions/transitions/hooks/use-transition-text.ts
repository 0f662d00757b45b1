import { useTranslation } from 'react-i18next'
import type { OpenTransition } from '../../student-file/student.api.ts'

/** What a step is called on its button: a verb, and where a file is closed, in which way. */
export function useTransitionText(): (move: OpenTransition) => string {
  const { t } = useTranslation('students')
  return ({ to, outcome }) => (outcome ? t(`close.${outcome}`) : t(`move.${to}`))
}
