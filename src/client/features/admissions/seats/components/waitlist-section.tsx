import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import css from '../../offers/components/offer-section.module.css'
import { SavedNote } from '../../offers/components/saved-note.tsx'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useDecision } from '../../transitions/hooks/use-decision.ts'
import { useWaitlistText } from '../hooks/use-waitlist-text.ts'
import { ClaimList } from './claim-list.tsx'

interface WaitlistSectionProps {
  file: StudentFile
  /** The file has to be read again: something was done, or somebody else was faster. */
  onStale: () => void
  /** What the student is now. */
  onChanged?: (student: StudentRow) => void
}

/** Where a student stands on the waiting list and why, how that came, and what may bring them forward. */
export function LineSection({ file, onStale, onChanged }: WaitlistSectionProps) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const { reason, name } = useWaitlistText()
  const decision = useDecision({ onStale, onChanged })
  const { line } = file
  return (
    <section aria-labelledby="student-line" className={css.section}>
      <h3 id="student-line">{t('line.title')}</h3>
      {line ? (
        <p>
          <strong>{t('line.position', { position: line.position, total: line.total })}</strong> {reason(line.reason)}{' '}
          <span className={css.soft}>{line.next ? t('line.next', { name: name(line.next) }) : t('line.isNext')}</span>
        </p>
      ) : (
        <p className={css.soft}>{t('line.none')}</p>
      )}
      {decision.done && <SavedNote>{t('offers.done')}</SavedNote>}
      {decision.error && <InlineNotice tone="problem">{errorText(decision.error)}</InlineNotice>}
      <ClaimList file={file} decision={decision} />
      {file.positions.length > 0 && <Positions positions={file.positions} />}
    </section>
  )
}

function Positions({ positions }: { positions: StudentFile['positions'] }) {
  const { t } = useTranslation('admissions')
  const format = useFormat()
  const { reason } = useWaitlistText()
  const { grade, year } = useStudentText()
  return (
    <details className={css.before}>
      <summary>{t('line.history', { count: positions.length })}</summary>
      <ol className={css.people}>
        {positions.map(({ no, position, total, reason: why, cause, at, place }) => (
          <li key={no}>
            <p>
              {position === null ? t('line.off') : <strong>{t('line.position', { position, total })}</strong>}{' '}
              {t(`line.cause.${cause}`)}
            </p>
            {why && <p>{reason(why)}</p>}
            <p className={css.soft}>
              <bdi>{format.dateTime(at)}</bdi> · {grade(place.grade)} {year(place.entryYear)}
              {[place.campus, place.stream].filter(Boolean).map((code) => (
                <bdi key={code}> · {code}</bdi>
              ))}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}
