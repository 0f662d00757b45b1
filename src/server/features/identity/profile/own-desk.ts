import type { SessionCtx } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'

/**
 * Refuses till sessions, which stay open where many people have access: no account is viewed or changed there. @throws AppError
 * access.denied
 */
export function requireDesk({ session }: SessionCtx): void {
  if (session.kind !== 'staff') throw new AppError('access.denied')
}
