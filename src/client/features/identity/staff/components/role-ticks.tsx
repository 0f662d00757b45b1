import { useTranslation } from 'react-i18next'
import { staffRoles } from '#shared/identity/staff.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { useRoleWords } from '../hooks/use-role-words.ts'
import css from './staff.module.css'

interface RoleTicksProps {
  roles: readonly Role[]
  onChange: (roles: Role[]) => void
}

/** Which roles somebody has. What each of them may do is said beside it. */
export function RoleTicks({ roles, onChange }: RoleTicksProps) {
  const { t } = useTranslation('identity.staff')
  const { role: roleName } = useRoleWords()
  return (
    <fieldset className={css.roles}>
      <legend>{t('roles')}</legend>
      {staffRoles.map((role) => (
        <label key={role} className={css.tick}>
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...roles, role] : roles.filter((each) => each !== role))
            }
          />
          <span>
            {roleName(role)}
            <small>{t(`roleIs.${role}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
