import type { Session } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasScopedPermission, type Permission } from '#shared/kernel/roles.ts'

/** Checks the permission. @throws AppError access.denied */
export function requireTo({ kind, roles }: Session, permission: Permission): void {
  if (!hasScopedPermission(kind, roles, permission)) throw new AppError('access.denied')
}
