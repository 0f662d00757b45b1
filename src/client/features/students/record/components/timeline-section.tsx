import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { TimelineEntry } from '#shared/students/student-record.contract.ts'
import { useTimeline } from '../hooks/use-timeline.ts'
import { useTimelineText } from '../hooks/use-timeline-text.ts'
import css from './student-sheet.module.css'

/** Everything that happened with a student in one line, the newest first. */
export const TimelineSection = ({ studentId }: { studentId: string }) => <Timeline studentId={studentId} />

/** What the family was told, and how it was spoken with. */
export const MessagesSection = ({ studentId }: { studentId: string }) => (
  <Timeline studentId={studentId} only="messages" />
)

function Timeline({ studentId, only }: { studentId: string; only?: 'messages' }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const { entries, next, isLoading, failure, retry, more } = useTimeline(studentId, only)
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={retry} />}
      {!entries && !failure && <Loading>{t('loading')}</Loading>}
      {entries?.length === 0 && <p className={common.soft}>{t(only ? 'timeline.noMessages' : 'timeline.none')}</p>}
      <ol className={css.history}>
        {entries?.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {next && (
        <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
          {t('timeline.more')}
        </button>
      )}
    </>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const pick = useBilingual()
  const format = useFormat()
  const words = useTimelineText()
  return (
    <>
      <p>{words(entry)}</p>
      <p className={common.soft}>
        <bdi>{format.dateTime(entry.at)}</bdi>
        {entry.by && (
          <>
            {' '}
            · <bdi>{pick(entry.by.name)}</bdi>
          </>
        )}
      </p>
      {entry.text && (
        <p className={css.note}>
          <bdi dir="auto">{entry.text}</bdi>
        </p>
      )}
    </>
  )
}
