import { Link, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { usePages } from '#client/platform/use-pages.ts'
import common from '#client/ui/common.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import { ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import type { DocumentQueue, DocumentRow } from '#shared/documents/document-work.contract.ts'
import { type DocumentWorkKind, documentWorkKinds } from '#shared/documents/document-work.rules.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { exportDocuments, readQueue } from '../document-desk.api.ts'
import css from './papers.module.css'

interface TableProps {
  kind: DocumentWorkKind
  rows: readonly DocumentRow[]
  /** The school's own day. */
  today: string
}

const columns = ['child', 'paper', 'state', 'when'] as const

/** One line per document; on a phone each is a card. */
function DocumentTable({ kind, rows, today }: TableProps) {
  const { t } = useTranslation('documents.required')
  return (
    <table className={list.table}>
      <caption className="visually-hidden">{t(`kind.${kind}`)}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={`${row.student_id} ${row.type.code}`} kind={kind} row={row} today={today} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ kind, row, today }: { kind: DocumentWorkKind; row: DocumentRow; today: string }) {
  const { t, i18n } = useTranslation(['documents.required', 'documents'])
  const pick = useBilingual()
  const format = useFormat()
  const grade = useGrade()
  const names = [row.student_name, row.student_name_ar].filter((name) => name)
  const [name = t('documents:noName'), other] = i18n.language === 'ar' ? names.toReversed() : names
  const ends = kind === 'expiring' ? row.expiresOn : row.promisedUntil
  const isLate = ends !== null && ends < today
  return (
    <tr>
      <th scope="row">
        <Link
          to="/upload/$id"
          params={{ id: row.student_id }}
          className={`${list.open} ${css.name}`}
          aria-label={`${name}: ${pick(row.type.label)}`}
        >
          <bdi>{name}</bdi>
        </Link>
        <small className={common.softPart}>
          {other && (
            <>
              <bdi>{other}</bdi> ·{' '}
            </>
          )}
          <bdi dir="ltr" className="num">
            {formatReference(row.registration_id)}
          </bdi>
          {row.grade && ` · ${grade(row.grade)}`}
        </small>
      </th>
      <td className={css.words}>{pick(row.type.label)}</td>
      <td>{t(`documents:state.${row.state}`)}</td>
      <td>
        {(kind === 'review' || kind === 'rejected') && t('since', { at: format.dateTime(row.since) })}
        {ends && (
          <p className={css.ends} data-late={isLate || undefined}>
            {t(`documents:${kind === 'expiring' ? 'until' : 'promised'}`, { day: formatDay(ends, i18n.language) })}
            {isLate && ` · ${t('late')}`}
          </p>
        )}
      </td>
    </tr>
  )
}

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
