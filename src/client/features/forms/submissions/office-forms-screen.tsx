import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import frame from '#client/ui/tables/list-frame.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { SubmissionSheet } from './components/submission-sheet.tsx'
import { SubmissionTable } from './components/submission-table.tsx'
import { useSubmissions } from './hooks/use-submissions.ts'

/** The submission that is open, as the address names it. */
export interface OfficeFormsAddress {
  open?: unknown
}

/** Nothing here is an enquiry, which alone a family may have erased. */
const EraseNothing = () => null

/** Applications for work and office forms, as far as they are routed to this person: newest first, each to be opened. */
export function OfficeFormsScreen() {
  const { t } = useTranslation('forms.submissions')
  const errorText = useErrorText()
  const { open } = useSearch({ from: '/_authenticated/office-forms' })
  const navigate = useNavigate({ from: '/office-forms' })
  const { rows, next, failure, isLoading, retry, again, more } = useSubmissions(undefined)
  const show = (id?: string) => void navigate({ search: id === undefined ? {} : { open: id } })
  return (
    <ListFrame
      title={t('office.title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
      loading={!rows && isLoading ? t('loading') : undefined}
      empty={rows?.length === 0 ? { title: t('empty.title'), text: t('office.empty') } : undefined}
    >
      {rows && rows.length > 0 && <SubmissionTable rows={rows} onOpen={show} withStatus />}
      {next && (
        <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
          {t('more')}
        </button>
      )}
      {typeof open === 'string' && (
        <SubmissionSheet
          key={open}
          id={open}
          Erase={EraseNothing}
          onErased={again}
          onChanged={again}
          onClose={() => show()}
          onOpen={show}
        />
      )}
    </ListFrame>
  )
}
