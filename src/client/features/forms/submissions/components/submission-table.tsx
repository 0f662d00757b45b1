import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { SubmissionRow } from '#shared/forms/submission.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { useFlagText } from '../hooks/use-flag-text.ts'
import css from './submission-table.module.css'

interface TableProps {
  rows: readonly SubmissionRow[]
  onOpen: (id: string) => void
  /** With how each application for work stands. */
  withStatus?: boolean
}

const columns = ['about', 'from', 'form', 'status', 'at', 'reference'] as const

/** One line per submission; on a phone each is a card. */
export function SubmissionTable({ rows, onOpen, withStatus = false }: TableProps) {
  const { t } = useTranslation('forms.submissions')
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {columns
            .filter((column) => withStatus || column !== 'status')
            .map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={row.id} row={row} withStatus={withStatus} onOpen={() => onOpen(row.id)} />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  row: SubmissionRow
  withStatus: boolean
  onOpen: () => void
}

function Line({ row, withStatus, onOpen }: LineProps) {
  const { t } = useTranslation('forms.submissions')
  const pick = useBilingual()
  const format = useFormat()
  const flagText = useFlagText()
  const notes = [
    ...row.flags.map(flagText),
    ...(row.mayBeKnown ? [t('mayBeKnown')] : []),
    ...(row.filesAwaited > 0 ? [t('filesAwaited', { count: row.filesAwaited })] : []),
  ]
  return (
    <tr>
      <th scope="row">
        <button type="button" className={list.open} onClick={onOpen}>
          <bdi>{row.isErased ? t('erased.row') : row.subjects.join(' · ')}</bdi>
        </button>
        {notes.length > 0 && <small className={css.note}>{notes.join(' · ')}</small>}
      </th>
      <td>
        <bdi>{row.contact}</bdi>
      </td>
      <td>
        {pick(row.title)} <span className={list.soft}>{t(`channel.${row.channel}`)}</span>
      </td>
      {withStatus && <td>{row.work && t(`work.${row.work.status}`)}</td>}
      <td>
        <bdi>{format.dateTime(row.receivedAt)}</bdi>
      </td>
      <td>
        <bdi dir="ltr" className="num">
          {formatReference(row.reference)}
        </bdi>
      </td>
    </tr>
  )
}
