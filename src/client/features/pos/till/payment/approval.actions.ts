import { knownOperators } from '#client/platform/offline/device.ts'
import { approveByPin } from '#local/device/approve-by-pin.ts'
import type { OperatorEntry } from '#local/device/operators.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission, type Permission } from '#shared/kernel/roles.ts'

/** Who may approve by this permission, among those who have a PIN on this till; never the person who acts. */
export async function listApprovers(permission: Permission, actorId: string): Promise<OperatorEntry[]> {
  const known = await listOthers(actorId)
  return known.filter(({ roles }) => hasPermission(roles, permission))
}

/** Everybody else who has a PIN on this till. */
export async function listOthers(actorId: string): Promise<OperatorEntry[]> {
  const known = (await (await knownOperators())?.list()) ?? []
  return known.filter(({ userId, usable }) => usable && userId !== actorId)
}

/** A supervisor at somebody else's till: their PIN signs nobody in. @throws AppError */
export async function approve(userId: string, pin: string): Promise<Actor> {
  const operators = await knownOperators()
  if (!operators) throw new AppError('device.unknown')
  const user = await approveByPin(operators.parts, userId, pin)
  return { userId: user.userId, roles: user.authority }
}
