import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { FaceAuditEntry } from '#shared/faces/face-report.contract.ts'
import { useEntryText } from '../settings/use-entry-text.ts'

export function RecordTable({ entries }: { entries: readonly FaceAuditEntry[] }) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const entryText = useEntryText()
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {(['what', 'who', 'by', 'when'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`record.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">
              <bdi>{entryText(entry)}</bdi>
            </th>
            <td>{entry.pupil && <bdi>{pick(entry.pupil.name)}</bdi>}</td>
            <td className={list.soft}>
              {entry.by ? <bdi>{pick(entry.by)}</bdi> : entry.deviceId && t('record.device')}
            </td>
            <td>
              <bdi>{format.dateTime(entry.at)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
