import { knownOperators } from '#client/platform/offline/device.ts'
import type { OperatorEntry } from '#local/device/operators.ts'
import type { Actor } from '#local/pos/till.types.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission } from '#shared/kernel/roles.ts'

/** Who may give a discount, among those who have a PIN on this till. */
export async function listApprovers(): Promise<OperatorEntry[]> {
  const known = (await (await knownOperators())?.list()) ?? []
  return known.filter(({ roles, usable }) => usable && hasPermission(roles, 'discount.give'))
}

/** A supervisor at somebody else's till: their PIN counts as at a sign-in, and signs nobody in. @throws AppError */
export async function approve(userId: string, pin: string): Promise<Actor> {
  const user = await (await knownOperators())?.signIn(userId, pin)
  if (!user) throw new AppError('device.unknown')
  return { userId: user.userId, roles: user.authority }
}
