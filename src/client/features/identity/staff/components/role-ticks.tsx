import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { staffRoles } from '#shared/identity/staff.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { useRoleText } from '../hooks/use-role-text.ts'
import css from './staff.module.css'

/** What somebody of these roles finds in the menu; the frame draws it, so the route hands it in. */
export type RolePreview = ComponentType<{ roles: readonly Role[] }>

interface RoleTicksProps {
  Preview: RolePreview
  roles: readonly Role[]
  onChange: (roles: Role[]) => void
}

/** Which roles somebody has. What each of them may do is said beside it. */
export function RoleTicks({ Preview, roles, onChange }: RoleTicksProps) {
  const { t } = useTranslation('identity.staff')
  const { role: roleName } = useRoleText()
  return (
    <fieldset className={css.roles}>
      <legend>{t('roles')}</legend>
      {staffRoles.map((role) => (
        <CheckboxField
          key={role}
          label={
            <>
              {roleName(role)}
              <small>{t(`roleIs.${role}`)}</small>
            </>
          }
          checked={roles.includes(role)}
          onChange={(isChecked) => onChange(isChecked ? [...roles, role] : roles.filter((each) => each !== role))}
        />
      ))}
      {roles.length > 0 && (
        <details>
          <summary>{t('preview')}</summary>
          <Preview roles={roles} />
        </details>
      )}
    </fieldset>
  )
}
