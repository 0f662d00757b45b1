// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'

/** Says how many of a list are shown where there are more. Load the words of `fees.overview` before. */
export function ShownOf({ shown, count }: { shown: number; count: number }) {
  const { t } = useTranslation('fees.overview')
  const format = useFormat()
  if (count <= shown) return null
  return <p className={list.soft}>{t('shownOf', { shown: format.count(shown), all: format.count(count) })}</p>
}
