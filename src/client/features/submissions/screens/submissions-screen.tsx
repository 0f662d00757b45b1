import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { FormPurpose } from '#shared/contract/form-definition.ts'
import { SubmissionSheet } from '../parts/submission-sheet.tsx'
import { SubmissionTable } from '../parts/submission-table.tsx'
import { useSubmissions } from '../use-submissions.ts'
import css from './submissions-screen.module.css'

/** What has been handed in at the school's forms: newest first, each to be opened. */
export function SubmissionsScreen() {
  const { t } = useTranslation('submissions')
  const errorText = useErrorText()
  const { purpose, open } = useSearch({ from: '/_authenticated/pre_admission' })
  const navigate = useNavigate({ from: '/pre_admission' })
  const { rows, next, failure, isLoading, again, more } = useSubmissions(purpose)
  const filtered = { ...(purpose && { purpose }) }
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1 className={css.title}>{t('title')}</h1>
        <PurposeFilter
          purpose={purpose}
          onChoose={(chosen) => void navigate({ search: chosen ? { purpose: chosen } : {}, replace: true })}
        />
      </header>
      {failure && (
        <p className={css.failure} role="alert">
          {errorText(failure)}{' '}
          <button type="button" className={css.button} onClick={again}>
            {t('retry')}
          </button>
        </p>
      )}
      {!rows && isLoading && <p role="status">{t('loading')}</p>}
      {rows?.length === 0 && (
        <div className={css.empty}>
          <h2>{t('empty.title')}</h2>
          <p>{t('empty.text')}</p>
        </div>
      )}
      {rows && rows.length > 0 && (
        <SubmissionTable rows={rows} onOpen={(id) => void navigate({ search: { ...filtered, open: id } })} />
      )}
      {next && (
        <button type="button" className={css.button} aria-busy={isLoading} onClick={() => void more()}>
          {t('more')}
        </button>
      )}
      {open && (
        <SubmissionSheet
          key={open}
          id={open}
          onClose={() => void navigate({ search: filtered })}
          onOpen={(id) => void navigate({ search: { ...filtered, open: id } })}
        />
      )}
    </div>
  )
}

interface FilterProps {
  purpose: FormPurpose | undefined
  onChoose: (purpose: FormPurpose | undefined) => void
}

function PurposeFilter({ purpose, onChoose }: FilterProps) {
  const { t } = useTranslation('submissions')
  return (
    <label className={css.filter}>
      {t('filter.label')}
      <select
        value={purpose ?? ''}
        onChange={(event) => onChoose(FormPurpose.safeParse(event.currentTarget.value).data)}
      >
        <option value="">{t('filter.all')}</option>
        {FormPurpose.options.map((each) => (
          <option key={each} value={each}>
            {t(`filter.${each}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
