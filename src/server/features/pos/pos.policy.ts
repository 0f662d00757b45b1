import type { Session } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { may } from '#shared/kernel/roles.ts'
import type { Shift } from './shifts/shift-rows.ts'

/**
 * Whose sales and movements a person may list: everybody's with `sales.see`; with `till.operate` alone only what they did
 * themselves, for a colleague's takings are not theirs to read. @returns undefined for everybody's
 * @throws AppError access.denied
 */
export function visibleCashier({ roles, user }: Session): UserId | undefined {
  if (may(roles, 'sales.see')) return undefined
  if (may(roles, 'till.operate')) return user.userId
  throw new AppError('access.denied')
}

/** An operator sees the report of a shift that they opened or closed. @throws AppError access.denied */
export function requireShift(session: Session, shift: Pick<Shift, 'openedBy' | 'closedBy'>): void {
  const only = visibleCashier(session)
  if (only !== undefined && shift.openedBy !== only && shift.closedBy !== only) throw new AppError('access.denied')
}
