import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { staffRoles } from '#shared/identity/staff.contract.ts'
import { hasPermission, type Permission, permissions } from '#shared/kernel/roles.ts'
import { useRoleText } from '../hooks/use-role-text.ts'
import css from './staff.module.css'

const rights = Object.keys(permissions) as Permission[]

/** What each role may do: made from what the server decides by, so that it is never out of date. */
export function RightsMatrix() {
  const { t } = useTranslation('identity.staff')
  const { role: roleName } = useRoleText()
  return (
    <details className={css.rights}>
      <summary>{t('rights.title')}</summary>
      <p className={common.soft}>{t('rights.lead')}</p>
      <div className={css.scroll} role="region" aria-label={t('rights.title')} tabIndex={0}>
        <table className={css.matrix}>
          <thead>
            <tr>
              <th scope="col">{t('rights.right')}</th>
              {staffRoles.map((role) => (
                <th key={role} scope="col">
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rights.map((right) => (
              <tr key={right}>
                <th scope="row">{t(`right.${right}`)}</th>
                {staffRoles.map((role) => (
                  <td key={role}>
                    {hasPermission([role], right) ? <span className={css.yes}>{t('rights.yes')}</span> : '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
