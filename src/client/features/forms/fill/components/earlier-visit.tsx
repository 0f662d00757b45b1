// chunk: form-parts
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import type { SubmittedRow } from '#local/storage/forms-db.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import css from './earlier-visit.module.css'

interface EarlierVisitProps {
  /** What this form was submitted as on this device, waiting or sent. */
  sent: readonly SubmittedRow[]
  /** Whether the answers of an earlier visit are in the form again. */
  isFound: boolean
  onAfresh: () => void
}

const shownAtMost = 3

/** What an earlier visit left: forms that wait or were sent, so that none is sent twice, and answers to go on with. */
export function EarlierVisit({ sent, isFound, onAfresh }: EarlierVisitProps) {
  const { t } = useTranslation('forms')
  const latest = sent.toSorted((a, b) => b.handedInAtMs - a.handedInAtMs).slice(0, shownAtMost)
  return (
    <div className={css.found}>
      {latest.map((row) => (
        <SentLine key={row.id} row={row} />
      ))}
      {isFound ? (
        <p>
          {t('found')}{' '}
          <button type="button" className={css.link} onClick={onAfresh}>
            {t('afresh')}
          </button>
        </p>
      ) : (
        <p>{t('sent.more')}</p>
      )}
    </div>
  )
}

function SentLine({ row }: { row: SubmittedRow }) {
  const { t, i18n } = useTranslation('forms')
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const { id, reference, state, handedInAtMs } = row
  const day = formatDay(businessDay(handedInAtMs, timeZone, 0), i18n.language)
  return (
    <p>
      {state === 'attention'
        ? t('sent.attention', { day })
        : t(reference === null ? 'sent.waiting' : 'sent.sent', { day })}{' '}
      {reference !== null && (
        <>
          {t('thanks.reference')} <bdi dir="ltr">{formatReference(reference)}</bdi>{' '}
        </>
      )}
      <Link to="/enquiry/thanks" search={{ id }} className={css.link}>
        {t('sent.open')}
      </Link>
    </p>
  )
}
