import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { InvitedRow } from '#shared/identity/staff.contract.ts'
import { useRoleText } from '../hooks/use-role-text.ts'

/** What was read from a list of people, line by line: who is invited, who is known, what has to be put right. */
export function InvitedTable({ rows }: { rows: readonly InvitedRow[] }) {
  const { t } = useTranslation('identity.staff')
  const pick = useBilingual()
  const { list: roleList } = useRoleText()
  const refused = rows.filter(({ problem }) => problem !== null).length
  return (
    <>
      <p role="status">
        {refused > 0 ? t('many.refused', { count: refused }) : t('many.ready', { count: rows.length })}
      </p>
      <table className={list.table}>
        <thead>
          <tr>
            <th scope="col">{t('many.line')}</th>
            <th scope="col">{t('invite.email')}</th>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.roles')}</th>
            <th scope="col">{t('column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td className="num">{row.row}</td>
              <td>
                <bdi dir="ltr">{row.email}</bdi>
              </td>
              <td>
                <bdi>{pick(row.name)}</bdi>
              </td>
              <td>{roleList(row.roles)}</td>
              <td>{row.problem ? t(`many.problem.${row.problem}`) : t(`many.state.${row.state}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
