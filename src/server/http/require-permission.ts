import { AppError } from '#shared/kernel/errors.ts'
import { mayIn, type Permission } from '#shared/kernel/roles.ts'
import type { Session } from './context.ts'

/** Checks the person's permission, whatever their screen showed. @throws AppError access.denied */
export function requirePermission(session: Session, permission: Permission): void {
  if (!mayIn(session.kind, session.roles, permission)) throw new AppError('access.denied')
}
