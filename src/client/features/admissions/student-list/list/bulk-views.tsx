import { useTranslation } from 'react-i18next'
import { namesOf, unnamed } from '#client/features/students/record/student-names.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import type { Rehearsal, Run } from '../hooks/use-bulk.ts'
import css from './list-tools.module.css'

/** Who will go on, and who will not and why. */
export function RehearsalView({ rehearsal: { will, asks, wont } }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('admissions.student-list')
  return (
    <>
      <p role="status">
        <strong>{t('bulk.will', { count: will.length })}</strong> {asks > 0 && t('bulk.asks', { count: asks })}
      </p>
      {wont.length > 0 && (
        <>
          <p>{t('bulk.wont', { count: wont.length })}</p>
          <RefusedList refused={wont} />
        </>
      )}
    </>
  )
}

interface RunProps {
  run: Run
  isStopped: boolean
  isOver: boolean
}

export function RunView({ run: { done, failed, left }, isStopped, isOver }: RunProps) {
  const { t } = useTranslation('admissions.student-list')
  const all = done.length + failed.length + left.length
  const text = t('bulk.progress', { done: done.length + failed.length, all })
  return (
    <>
      {!isOver && <JobProgress label={text} done={all - left.length} total={all} />}
      <p role="status">
        {isOver ? t('bulk.done', { count: done.length }) : text} {isStopped && t('bulk.stopped')}
      </p>
      {failed.length > 0 && (
        <>
          <p>{t('bulk.failed', { count: failed.length })}</p>
          <RefusedList refused={failed} />
        </>
      )}
    </>
  )
}

function RefusedList({ refused }: { refused: Rehearsal['wont'] }) {
  const { t, i18n } = useTranslation('students')
  const errorText = useErrorText()
  return (
    <ul className={css.refused}>
      {refused.map(({ student, why }) => (
        <li key={student.student_id}>
          <strong>
            <bdi>{namesOf(student, i18n.language)[0] ?? t(unnamed(student))}</bdi>
          </strong>{' '}
          {errorText(why)}
        </li>
      ))}
    </ul>
  )
}
