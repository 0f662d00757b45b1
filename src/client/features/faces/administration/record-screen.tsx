import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import link from '#client/ui/link.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import css from './components/desk-page.module.css'
import { DeskPage } from './components/desk-page.tsx'
import { RecordTable } from './components/record-table.tsx'
import { useRecord } from './hooks/use-record.ts'
import { readPupilSearch } from './pupil-search.ts'

/** Everything that was done about faces, by whom and when: never a face, never how near one came. */
export function RecordScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { pupil } = readPupilSearch(useSearch({ from: '/_authenticated/faces/record' }))
  const { entries, next, failure, isLoading, retry, more } = useRecord(pupil)
  return (
    <DeskPage
      place="record"
      tools={
        pupil && (
          <Link to="/faces/record" search={{}} className={link.link}>
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
