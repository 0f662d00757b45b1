import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { type PupilImport, pupilColumns, type RefusedPupil } from '#shared/students/pupils/pupil-import.contract.ts'
import { fetchRefused } from '../pupils.api.ts'
import outcome from '#client/ui/tables/import-outcome.module.css'
import css from './pupils.module.css'

/** Rows that are drawn at once; the counts name all of them. */
const maxShown = 300

/** What would become of the rows, how far the import is, and every row that is left out with its reasons. */
export function ImportOutcome({ job }: { job: PupilImport }) {
  const { t } = useTranslation('students.pupils')
  const format = useFormat()
  const { counts, done, state } = job
  const total = counts.new + counts.changed
  return (
    <section className={css.outcome} aria-label={job.fileName}>
      <h3>
        <bdi>{job.fileName}</bdi>
      </h3>
      <p role="status">{t(`import.state.${state}`)}</p>
      {state !== 'checked' && (
        <>
          <JobProgress label={t('import.progress')} done={done} total={total} />
          <p>{t('import.done', { done: format.count(done), total: format.count(total) })}</p>
        </>
      )}
      <ul className={outcome.counts}>
        {(['new', 'changed', 'same', 'refused'] as const).map((verdict) => (
          <li key={verdict}>{t(`import.count.${verdict}`, { count: counts[verdict] })}</li>
        ))}
      </ul>
      {counts.refused > 0 && <Refused key={counts.refused} id={job.id} />}
    </section>
  )
}

function Refused({ id }: { id: string }) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchRefused(id), [id]))
  return (
    <>
      <h4>{t('import.refused')}</h4>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      <ol className={outcome.refused}>
        {answer?.slice(0, maxShown).map((each) => (
          <RefusedRow key={each.row} refused={each} />
        ))}
      </ol>
    </>
  )
}

function RefusedRow({ refused: { row, name, problems } }: { refused: RefusedPupil }) {
  const { t, i18n } = useTranslation('students.pupils')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <li>
      {t('import.row', { row })} <bdi>{name}</bdi>
      {problems.map(({ column, why }) => (
        <small key={`${column} ${why}`}>
          {column && <>{pupilColumns[column][language]}: </>}
          {t(`import.why.${why}`)}
        </small>
      ))}
    </li>
  )
}
