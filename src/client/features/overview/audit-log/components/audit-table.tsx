import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { actorOf } from '#shared/audit/audit.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { AuditEntry } from '#shared/overview/audit.contract.ts'
import { useAuditText } from '../hooks/use-audit-text.ts'
import css from './audit.module.css'

interface AuditTableProps {
  entries: readonly AuditEntry[]
  onAbout: (about: NonNullable<AuditEntry['about']>) => void
}

/** What was done, by whom, about what and when. Nothing of it can be changed. */
export function AuditTable({ entries, onAbout }: AuditTableProps) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const actWords = useAuditText()
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {(['what', 'by', 'about', 'when'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">{actWords(entry)}</th>
            <td>
              <Who entry={entry} />
            </td>
            <td>
              {entry.about && (
                <button type="button" className={list.open} onClick={() => entry.about && onAbout(entry.about)}>
                  {t(`kind.${entry.about.kind}`)} <Subject about={entry.about} />
                </button>
              )}
              {entry.about?.kind === 'student' && entry.about.reference && (
                <>
                  {' '}
                  <Link to="/student/$id" params={{ id: entry.about.id }} className={list.open}>
                    {t('openFile')}
                  </Link>
                </>
              )}
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

/** The name of a colleague, the reference of a student, or what there is of an id. */
export function Subject({ about: { name, reference, id } }: { about: NonNullable<AuditEntry['about']> }) {
  const pick = useBilingual()
  if (name) return <bdi>{pick(name)}</bdi>
  return (
    <bdi dir="ltr" className={css.code}>
      {reference ? formatReference(reference) : id.slice(0, 13)}
    </bdi>
  )
}

function Who({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const pick = useBilingual()
  if (entry.by?.name) return <bdi>{pick(entry.by.name)}</bdi>
  return <>{t(`who.${actorOf(entry)}`)}</>
}
