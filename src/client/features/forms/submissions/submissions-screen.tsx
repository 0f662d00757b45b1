import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import frame from '#client/ui/tables/list-frame.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import { type EraseAction, SubmissionSheet } from './components/submission-sheet.tsx'
import { SubmissionTable } from './components/submission-table.tsx'
import { useSubmissions } from './hooks/use-submissions.ts'
import { exportSubmissions } from './submissions.api.ts'
import css from './submissions-screen.module.css'

interface SubmissionSearch {
  purpose?: FormPurpose
  /** Always `received`: the other lists of the page are not ours. */
  list?: 'received'
  /** The submission that is open. */
  open?: string
}

const purposes: readonly FormPurpose[] = ['enquiry', 'admission', 'hr', 'criteria']

/** The address as it comes: read only by the screen, since what a route does with it is part of the first load. */
type SubmissionAddress = Partial<Record<keyof SubmissionSearch, unknown>>

/** What the address says; anything else in it is left out. */
function readSubmissionSearch({ purpose, open }: SubmissionAddress): SubmissionSearch {
  const known = purposes.find((each) => each === purpose)
  return { ...(known && { purpose: known }), ...(typeof open === 'string' && { open }) }
}

/** What has been handed in at the school's forms: newest first, each to be opened. */
export function SubmissionsScreen({ Erase }: { Erase: EraseAction }) {
  const { t } = useTranslation('forms.submissions')
  const errorText = useErrorText()
  const { purpose, open } = readSubmissionSearch(useSearch({ from: '/_authenticated/pre_admission' }))
  const navigate = useNavigate({ from: '/pre_admission' })
  const { rows, next, failure, isLoading, retry, again, more } = useSubmissions(purpose)
  const filtered = { list: 'received' as const, ...(purpose && { purpose }) }
  return (
    <ListFrame
      title={t('title')}
      tools={
        <>
          <PurposeFilter
            purpose={purpose}
            onChoose={(chosen) =>
              void navigate({
                search: { list: 'received', ...(chosen && { purpose: chosen }) },
                replace: true,
              })
            }
          />
          <ExportButton list="submissions" of={rows} fetchFile={(how) => exportSubmissions(purpose, how)} />
        </>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
      loading={!rows && isLoading ? t('loading') : undefined}
      empty={rows?.length === 0 ? { title: t('empty.title'), text: t('empty.text') } : undefined}
    >
      {rows && rows.length > 0 && (
        <SubmissionTable rows={rows} onOpen={(id) => void navigate({ search: { ...filtered, open: id } })} />
      )}
      {next && (
        <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
          {t('more')}
        </button>
      )}
      {open && (
        <SubmissionSheet
          key={open}
          id={open}
          Erase={Erase}
          onErased={again}
          onClose={() => void navigate({ search: filtered })}
          onOpen={(id) => void navigate({ search: { ...filtered, open: id } })}
        />
      )}
    </ListFrame>
  )
}

interface FilterProps {
  purpose: FormPurpose | undefined
  onChoose: (purpose: FormPurpose | undefined) => void
}

function PurposeFilter({ purpose, onChoose }: FilterProps) {
  const { t } = useTranslation('forms.submissions')
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
