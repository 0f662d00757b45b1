import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { GroupRole } from '#shared/identity/sign-in-settings.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { endEverywhere } from '../linked-schools/end-opened.service.ts'
import { changeStaff, lockAdmins, lockStaff } from '../sessions/staff.service.ts'

/** Returns the roles of a person of these groups: those that no group gives stay as they are. */
export function rolesByGroups(
  had: readonly Role[],
  groupRoles: readonly GroupRole[],
  groups: readonly string[],
): Role[] {
  const managed = new Set<Role>(groupRoles.map(({ role }) => role))
  const given = new Set<Role>(groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role))
  return [...had.filter((role) => !managed.has(role)), ...given]
}

/**
 * Gives a person the roles of their groups at the provider, and takes those away that only other groups have. The last administrator stays
 * one. Nothing changes where the school maps no groups, or the provider says nothing of them.
 */
export async function applyGroupRoles(
  tx: Tx,
  ctx: OpenCtx,
  userId: UserId,
  {
    groupRoles,
    groups,
    keeps,
  }: { groupRoles: readonly GroupRole[]; groups: readonly string[] | undefined; keeps: UserId | null },
): Promise<void> {
  if (groupRoles.length === 0 || groups === undefined) return
  const { schoolId } = ctx.school
  const admins = await lockAdmins(tx, schoolId)
  const person = await lockStaff(tx, schoolId, userId)
  if (!person) return
  const wanted = rolesByGroups(person.roles, groupRoles, groups)
  const isLast = keeps === userId || !admins.some((id) => id !== userId)
  if (person.roles.includes('admin') && !wanted.includes('admin') && isLast) wanted.push('admin')
  const added = wanted.filter((role) => !person.roles.includes(role))
  const removed = person.roles.filter((role) => !wanted.includes(role))
  if (added.length + removed.length === 0) return
  if (removed.length > 0) await endEverywhere(tx, schoolId, userId, ctx.deps.clock.nowMs())
  const facts = { added: added.join(' '), removed: removed.join(' ') }
  await recordAuditEvent(tx, ctx, 'person-roles', { about: userId, by: null, facts })
  await changeStaff(tx, schoolId, userId, { roles: wanted })
}
