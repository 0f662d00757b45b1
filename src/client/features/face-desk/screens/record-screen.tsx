import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import frame from '#client/ui/list-frame.module.css'
import css from '../parts/desk-page.module.css'
import { DeskPage } from '../parts/desk-page.tsx'
import { RecordTable } from '../parts/record-table.tsx'
import { readPupilSearch } from '../pupil-search.ts'
import { useRecord } from '../use-record.ts'

/** Everything that was done about faces, by whom and when: never a face, never how near one came. */
export function RecordScreen() {
  const { t } = useTranslation('face-desk')
  const errorText = useErrorText()
  const { pupil } = readPupilSearch(useSearch({ from: '/_authenticated/faces/record' }))
  const { entries, next, failure, isLoading, retry, more } = useRecord(pupil)
  return (
    <DeskPage
      place="record"
      tools={
        pupil && (
          <Link to="/faces/record" search={{}} className={css.link}>
            {t('everybody')}
          </Link>
        )
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
      loading={!entries && isLoading ? t('loading') : undefined}
      empty={entries?.length === 0 ? { title: t('record.empty.title'), text: t('record.empty.text') } : undefined}
    >
      {entries && entries.length > 0 && <RecordTable entries={entries} />}
      {next && (
        <p className={css.more}>
          <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
            {t('record.more')}
          </button>
        </p>
      )}
    </DeskPage>
  )
}
