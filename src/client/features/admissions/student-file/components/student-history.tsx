// chunk: students
import { useTranslation } from 'react-i18next'
import { StatusMark } from '#client/features/students/record/components/status-mark.tsx'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import type { StatusChange } from '#shared/admissions/student.contract.ts'
import { minuteMs } from '#shared/kernel/time.ts'

/** How a student came to where they stand, the latest step first. Nothing of it is ever changed. */
export function StudentHistory({ history }: { history: readonly StatusChange[] }) {
  const { t } = useTranslation('students')
  return (
    <section aria-labelledby="student-history" className={css.part}>
      <h3 id="student-history">{t('history.title')}</h3>
      {history.length === 0 && <p className={common.soft}>{t('history.none')}</p>}
      <ol className={css.history}>
        {history.toReversed().map((change) => (
          <li key={change.id}>
            <Step change={change} />
          </li>
        ))}
      </ol>
    </section>
  )
}

export function Step({ change }: { change: StatusChange }) {
  const { t } = useTranslation('students')
  const pick = useBilingual()
  const format = useFormat()
  const { outcome, reason } = useStudentText()
  const label = useStatusLabel()
  const who = change.by ? pick(change.by.name) : t(`mover.${change.mover}`)
  // A decision that was sent later: by the clock of the person who made it.
  const isLate = Date.parse(change.recordedAt) - Date.parse(change.decidedAt) > 5 * minuteMs
  const said = [change.outcome && outcome(change.outcome), change.reason && reason(change.reason)].filter(Boolean)
  return (
    <>
      <p>
        {change.from && (
          <span className={common.soft}>
            {t('history.from', { status: label(change.from, t(`status.${change.from}`)) })}{' '}
          </span>
        )}
        <StatusMark status={change.to} />
      </p>
      <p className={common.soft}>
        <bdi>{format.dateTime(change.decidedAt)}</bdi> · <bdi>{who}</bdi>
        {change.by && ` (${t(`mover.${change.mover}`)})`}
        {change.approvedBy && ` · ${t('history.approved', { name: pick(change.approvedBy.name) })}`}
        {isLate && ` · ${t('history.late', { at: format.dateTime(change.recordedAt) })}`}
      </p>
      {said.length > 0 && <p className={css.said}>{said.join(' · ')}</p>}
      {change.note && (
        <p className={css.note}>
          <bdi>{change.note}</bdi>
        </p>
      )}
    </>
  )
}
