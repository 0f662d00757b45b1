// chunk: form-parts
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { hideSubmitted } from '#client/platform/offline/hide-submitted.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import link from '#client/ui/link.module.css'
import type { SubmittedRow } from '#local/storage/forms-db.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import type { useAnswersKept } from '../hooks/use-answers-kept.ts'
import css from './earlier-visit.module.css'

type AnswersKept = ReturnType<typeof useAnswersKept>

interface EarlierVisitProps {
  published: PublishedForm
  /** What was submitted on this device by any form, waiting or sent. */
  submitted: readonly SubmittedRow[] | null
  /** The answers in the form; `isFound` if they are those of an earlier visit. */
  kept: Pick<AnswersKept, 'draft' | 'isFound' | 'beginAfresh'>
}

const shownAtMost = 3

/** What an earlier visit left: forms that wait or were sent, so that none is sent twice, and answers to go on with. */
export function EarlierVisit({ published, submitted, kept }: EarlierVisitProps) {
  const { t } = useTranslation('forms')
  const latest = (submitted ?? [])
    .filter(({ id, slug, isHidden }) => slug === published.slug && id !== kept.draft.id && !isHidden)
    .toSorted((a, b) => b.handedInAtMs - a.handedInAtMs)
    .slice(0, shownAtMost)
  if (!kept.isFound && latest.length === 0) return null
  return (
    <div className={css.found}>
      {latest.map((row) => (
        <SentLine key={row.id} row={row} />
      ))}
      {kept.isFound ? (
        <p>
          {t('found')}{' '}
          <button type="button" className={link.link} onClick={() => void kept.beginAfresh()}>
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
      <Link to="/enquiry/thanks" search={{ id }} className={link.link}>
        {t('sent.open')}
      </Link>
      {/* What is still to be sent stays in sight. */}
      {state === 'complete' && (
        <>
          {' · '}
          <button type="button" className={link.link} onClick={() => void hideSubmitted(id)}>
            {t('sent.hide')}
          </button>
        </>
      )}
    </p>
  )
}
