import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/kernel/roles.ts'

/** Roles as people say them, one after the other in the reader's language. */
export function useRoleText() {
  const { t, i18n } = useTranslation('identity.staff')
  const role = (code: Role) => t(`role.${code}`)
  const list = (codes: readonly Role[]) => new Intl.ListFormat(i18n.language, { type: 'unit' }).format(codes.map(role))
  return { role, list }
}
