import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { DocumentItem } from '#shared/documents/document.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { isReason } from '../document-reasons.ts'
import css from './documents.module.css'

/** What was done with a document, the latest first. */
export function DocumentHistory({ deeds }: Pick<DocumentItem, 'deeds'>) {
  const { t, i18n } = useTranslation('documents')
  const pick = useBilingual()
  const format = useFormat()
  const titleId = useId()
  if (deeds.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{t('history')}</h3>
      <ol className={css.history}>
        {deeds.map(({ id, act, by, reason, note, day, at }) => (
          <li key={id}>
            <strong>{t(`deed.${act}`)}</strong> · {by ? pick(by.name) : t('nobody')} · {format.dateTime(at)}
            {reason !== null && isReason(reason) && <> · {t(`reason.${reason}`)}</>}
            {day && <> · {formatDay(day, i18n.language)}</>}
            {note && (
              <>
                {' '}
                · <bdi>{note}</bdi>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
