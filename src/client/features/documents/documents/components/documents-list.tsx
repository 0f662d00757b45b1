import { Link, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { usePages } from '#client/platform/use-pages.ts'
import frame from '#client/ui/tables/list-frame.module.css'
import { ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import type { DocumentQueue } from '#shared/documents/document-work.contract.ts'
import { type DocumentWorkKind, documentWorkKinds } from '#shared/documents/document-work.rules.ts'
import { exportDocuments, readQueue } from '../document-desk.api.ts'
import { DocumentTable } from './document-table.tsx'
import css from './papers.module.css'

/** Every document that waits for somebody, by what it waits for. */
export function DocumentsList() {
  const { t } = useTranslation('documents.required')
  const errorText = useErrorText()
  const { papers } = useSearch({ from: '/_authenticated/pre_admission' })
  const kind = documentWorkKinds.find((each) => each === papers) ?? 'review'
  const { latest, page, rows, next, isLoading, failure, retry, more } = usePages(
    useCallback((after?: string) => readQueue(kind, after), [kind]),
  )
  return (
    <ListFrame
      title={t('title')}
      tools={<ExportButton list="papers" of={rows} fetchFile={(how) => exportDocuments(kind, how)} />}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
    >
      <Kinds kind={kind} counts={latest?.counts} />
      <p>{t(`about.${kind}`)}</p>
      {!rows && !failure && <Loading>{t('loading')}</Loading>}
      {rows?.length === 0 && (
        <div className={frame.empty}>
          <h2>{t('empty.title')}</h2>
          <p>{t('empty.text')}</p>
        </div>
      )}
      {page && rows && rows.length > 0 && <DocumentTable kind={kind} rows={rows} today={page.today} />}
      {next && (
        <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
          {t('more')}
        </button>
      )}
    </ListFrame>
  )
}

interface KindsProps {
  kind: DocumentWorkKind
  /** Absent while nobody has answered yet. */
  counts: DocumentQueue['counts'] | undefined
}

/** A kind is here when its whole address is; the router says so of itself. */
const exactly = { exact: true, includeSearch: true }

function Kinds({ kind, counts }: KindsProps) {
  const { t } = useTranslation('documents.required')
  const format = useFormat()
  return (
    <nav className={css.kinds} aria-label={t('kinds')}>
      {documentWorkKinds.map((each) => (
        <Link
          key={each}
          to="/pre_admission"
          search={{ list: 'papers', papers: each }}
          replace
          activeOptions={exactly}
          aria-current={each === kind ? 'page' : undefined}
          className={css.kind}
        >
          {t(`kind.${each}`)} {counts && <span className={css.count}>{format.count(counts[each])}</span>}
        </Link>
      ))}
    </nav>
  )
}
