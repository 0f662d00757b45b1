import { AppError } from '#shared/kernel/errors.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import type { Session } from './context.ts'

/** Checks the person's permission, whatever their screen showed. @throws AppError access.denied */
export function requirePermission(session: Session, permission: Permission): void {
  if (!hasScopedPermission(session.kind, session.roles, permission)) throw new AppError('access.denied')
}
