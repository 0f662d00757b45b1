import { useTranslation } from 'react-i18next'
import type { Keeping } from '../local-draft.ts'
import css from './saved-line.module.css'

/** Whether what is typed is on this device. Not spoken at each key: only when it could not be kept. */
export function SavedLine({ keeping }: { keeping: Keeping }) {
  const { t } = useTranslation('forms')
  if (keeping === 'none') return null
  const isBad = keeping === 'failed'
  return (
    <p className={css.line} data-bad={isBad || undefined} role={isBad ? 'alert' : undefined}>
      {t(`keeping.${keeping}`)}
    </p>
  )
}
