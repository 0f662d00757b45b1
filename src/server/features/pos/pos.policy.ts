import type { Session } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import type { Shift } from './shifts/shift-rows.ts'

/**
 * Returns the cashier whose sales and movements the person may list: with `sales.see` undefined, for everyone's; with
 * `till.operate` alone only their own, since a colleague's takings are not theirs to read.
 * @throws AppError access.denied
 */
export function visibleCashier({ roles, user }: Session): UserId | undefined {
  if (hasPermission(roles, 'sales.see')) return undefined
  if (hasPermission(roles, 'till.operate')) return user.userId
  throw new AppError('access.denied')
}

/** Checks that an operator opened or closed the shift whose report they read. @throws AppError access.denied */
export function requireShift(session: Session, shift: Pick<Shift, 'openedBy' | 'closedBy'>): void {
  const only = visibleCashier(session)
  if (only !== undefined && shift.openedBy !== only && shift.closedBy !== only) throw new AppError('access.denied')
}
