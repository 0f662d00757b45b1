// chunk: fees
import { useTranslation } from 'react-i18next'
import css from './fee-setup.module.css'

/** Says that a part of the set-up is retired. */
export function RetiredMark({ isRetired }: { isRetired: boolean }) {
  const { t } = useTranslation('fees.setup')
  if (!isRetired) return null
  return (
    <span className={css.state} data-state="retired">
      {t('retired')}
    </span>
  )
}
