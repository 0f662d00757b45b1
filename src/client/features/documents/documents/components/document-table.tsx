import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import common from '#client/ui/common.module.css'
import list from '#client/ui/tables/list-table.module.css'
import type { DocumentRow } from '#shared/documents/document-work.contract.ts'
import type { DocumentWorkKind } from '#shared/documents/document-work.rules.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import css from './papers.module.css'

interface TableProps {
  kind: DocumentWorkKind
  rows: readonly DocumentRow[]
  /** The school's own day. */
  today: string
}

const columns = ['child', 'paper', 'state', 'when'] as const

/** One line per document; on a phone each is a card. */
export function DocumentTable({ kind, rows, today }: TableProps) {
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
