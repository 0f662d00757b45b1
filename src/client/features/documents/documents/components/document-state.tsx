// chunk: students
import { useTranslation } from 'react-i18next'
import type { DocumentItem } from '#shared/documents/document.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import css from './documents.module.css'

/** How a document stands: the word, and until when. */
export function DocumentStateMark({ item }: { item: DocumentItem }) {
  const { t, i18n } = useTranslation('documents')
  const { state, expiresOn, promisedUntil, isAsked } = item
  const day = (of: string) => formatDay(of, i18n.language)
  const notes = [
    t(`state.${state}`),
    ...(expiresOn ? [t('until', { day: day(expiresOn) })] : []),
    ...(promisedUntil ? [t('promised', { day: day(promisedUntil) })] : []),
    ...(isAsked ? [] : [t('extra')]),
  ]
  return (
    <span className={css.mark} data-state={state}>
      {notes.join(' · ')}
    </span>
  )
}
