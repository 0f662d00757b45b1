import type { StaffPerson } from '#shared/identity/staff.contract.ts'
import { avatarPath } from '../sessions/auth.view.ts'
import type { StaffAccount } from '../sessions/staff.service.ts'

/** Returns what administrators see of a colleague. */
export const staffPerson = ({ id, userName, name, email, roles, ...account }: StaffAccount): StaffPerson => ({
  id,
  userName,
  name,
  email,
  avatar: avatarPath(account),
  roles,
  state: stateOf(account),
  invitedAt: account.invitedAt,
})

function stateOf({ disabledAt, invitedAt }: Pick<StaffAccount, 'disabledAt' | 'invitedAt'>): StaffPerson['state'] {
  if (disabledAt !== null) return 'disabled'
  return invitedAt === null ? 'active' : 'invited'
}
