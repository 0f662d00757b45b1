import { knownOperators } from '#client/platform/offline/device.ts'
import type { OperatorEntry } from '#local/device/operators.ts'
import type { Actor } from '#local/pos/till.types.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission, type Permission } from '#shared/kernel/roles.ts'

/** Who may approve by this permission, among those who have a PIN on this till; never the person who acts. */
export async function listApprovers(permission: Permission, actorId: string): Promise<OperatorEntry[]> {
  const known = (await (await knownOperators())?.list()) ?? []
  return known.filter(({ userId, roles, usable }) => usable && userId !== actorId && hasPermission(roles, permission))
}

/** A supervisor at somebody else's till: their PIN counts as at a sign-in, and signs nobody in. @throws AppError */
export async function approve(userId: string, pin: string): Promise<Actor> {
  const user = await (await knownOperators())?.signIn(userId, pin)
  if (!user) throw new AppError('device.unknown')
  return { userId: user.userId, roles: user.authority }
}
