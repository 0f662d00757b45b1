import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { KeyHints } from '#client/platform/page/key-hints.tsx'
import { Button } from '#client/ui/button.tsx'
import { Beside } from '#client/ui/feedback/side-panel.tsx'
import { Empty, Failure, ListFrame } from '#client/ui/tables/list-frame.tsx'
import { enquiryList } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { enquiryDetail } from '#shared/admissions/enquiries/enquiry.contract.ts'
import { EnquiryFilters } from './components/enquiry-filters.tsx'
import { EnquiryPanel } from './components/enquiry-panel.tsx'
import type { OpenForm } from './components/enquiry-part.types.ts'
import { EnquiryTable, Skeleton } from './components/enquiry-table.tsx'
import { StatusStrip } from './components/status-strip.tsx'
import { exportEnquiries } from './enquiries.api.ts'
import css from './enquiries.module.css'
import { type EnquiriesSearch, filterOf, readEnquiriesSearch } from './enquiries-search.ts'
import { useEnquiries } from './hooks/use-enquiries.ts'
import { useListKeys } from '#client/platform/use-list-keys.ts'
import { useEnquiryText } from './hooks/use-enquiry-text.ts'

const EnquiryFunnel = lazy(async () => ({ default: (await import('./components/enquiry-funnel.tsx')).EnquiryFunnel }))

interface ScreenProps {
  /** All answers of a submission, from the domain that knows forms. */
  Answers: ComponentType<{ id: string }>
}

/** The enquiries that the desk works on, and beside them the one that is open. */
export function EnquiriesScreen({ Answers }: ScreenProps) {
  const { t } = useTranslation('admissions.enquiries')
  const search = readEnquiriesSearch(useSearch({ from: '/_authenticated/enquiries' }))
  const navigate = useNavigate({ from: '/enquiries' })
  const narrow = (next: EnquiriesSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const { open: _open, ...narrowed } = search
  return (
    <ListFrame
      title={t('title')}
      isWide
      tools={
        <div className={css.tools}>
          <nav className={css.views} aria-label={t('view.label')}>
            {(['list', 'funnel'] as const).map((view) => (
              <button
                key={view}
                type="button"
                className={css.view}
                aria-current={(search.view ?? 'list') === view ? 'page' : undefined}
                onClick={() => narrow(view === 'funnel' ? { view } : {})}
              >
                {t(`view.${view}`)}
              </button>
            ))}
          </nav>
          <ExportButton list="enquiries" of={1} fetchFile={(how) => exportEnquiries(filterOf(narrowed), how)} />
          <a className={css.button} href="/enquiry/new" target="_blank" rel="noreferrer">
            {t('new')}
          </a>
        </div>
      }
    >
      {search.view === 'funnel' ? (
        <Suspense fallback={<Skeleton />}>
          <EnquiryFunnel />
        </Suspense>
      ) : (
        <EnquiryList search={search} onChange={narrow} Answers={Answers} />
      )}
    </ListFrame>
  )
}

const keys = [
  ['J K', 'move'],
  ['R', 'reply'],
  ['I', 'invite'],
  ['C', 'convert'],
  ['O', 'file'],
  ['Esc', 'close'],
] as const

interface ListProps extends ScreenProps {
  search: EnquiriesSearch
  onChange: (search: EnquiriesSearch) => void
}

function EnquiryList({ search, onChange, Answers }: ListProps) {
  const { t, duration } = useEnquiryText()
  const { open, ...narrowed } = search
  const pages = useEnquiries(narrowed)
  const { rows, latest } = pages
  const [began, setBegan] = useState<{ form: OpenForm }>()
  const at = rows?.findIndex(({ id }) => id === open) ?? -1
  const show = (id: string | undefined, first?: OpenForm) => {
    // An object of its own for each press, so that the same key opens the form again.
    setBegan(first && { form: first })
    onChange({ ...narrowed, ...(id && { open: id }) })
  }
  const step = (by: number) => {
    const next = rows?.[at < 0 ? 0 : at + by]
    if (next) show(next.id)
  }
  const begin = (first: OpenForm) => (open ? () => show(open, first) : undefined)
  useListKeys({
    KeyJ: () => step(1),
    KeyK: () => step(-1),
    KeyR: begin('reply'),
    KeyI: begin('invite'),
    KeyC: begin('convert'),
    Escape: open ? () => show(undefined) : undefined,
  })
  const about = latest?.about ?? undefined
  const median = about?.medianMinutes ?? null
  const panel = open && (
    <EnquiryPanel
      key={open}
      id={open}
      begin={began}
      staff={about?.staff ?? []}
      position={at < 0 || !rows ? undefined : { no: at + 1, count: rows.length }}
      onStep={step}
      onOpen={(id) => show(id)}
      onClose={() => show(undefined)}
      onChanged={pages.reload}
      Answers={Answers}
    />
  )
  return (
    <>
      <LastDataNote of={[enquiryList.path, enquiryDetail.path]} />
      <Beside panel={panel}>
        <StatusStrip
          about={about}
          chosen={search.status ?? 'open'}
          onChoose={(status) => onChange({ ...narrowed, status })}
        />
        <div className={css.line}>
          <EnquiryFilters search={narrowed} about={about} onChange={onChange} />
          {median !== null && <p className={css.soft}>{t('median', { time: duration(median) })}</p>}
        </div>
        <Rows pages={pages} isGrouped={(search.sort ?? 'clock') === 'clock'} open={open} onOpen={(id) => show(id)} />
        <KeyHints hints={keys.map(([key, name]) => [key, t(`keys.${name}`)] as const)} />
      </Beside>
    </>
  )
}

interface RowsProps {
  pages: ReturnType<typeof useEnquiries>
  isGrouped: boolean
  open: string | undefined
  onOpen: (id: string) => void
}

function Rows({ pages, ...table }: RowsProps) {
  const { t } = useTranslation('admissions.enquiries')
  const errorText = useErrorText()
  const { rows, latest, failure, next } = pages
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={pages.retry} />}
      {!rows && !failure && <Skeleton />}
      {rows?.length === 0 && (
        <Empty title={t('empty.title')} text={t('empty.text')}>
          <a className={css.button} href="/enquiry/new" target="_blank" rel="noreferrer">
            {t('empty.first')}
          </a>
        </Empty>
      )}
      {rows && latest && rows.length > 0 && (
        <EnquiryTable {...table} rows={rows} counts={latest.about?.counts} today={latest.today} />
      )}
      {next !== null && (
        <Button isWorking={pages.isLoading} onClick={() => void pages.more()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
