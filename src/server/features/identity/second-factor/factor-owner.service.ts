import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { passkeyOwners } from '../passkeys/own-passkeys.service.ts'
import { users } from '../sessions/auth.table.ts'
import { totpFactors } from './second-factor.table.ts'
import type { FactorOwner } from './totp-factor.service.ts'

/** Returns whose factor it is. @throws AppError request.not-found for an account that is gone or deactivated */
export async function readFactorOwner(tx: Tx, schoolId: string, userId: UserId): Promise<FactorOwner> {
  const [owner] = await tx
    .select({ userId: users.id, userName: users.userName, email: users.email })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId), isNull(users.disabledAt)))
  if (!owner) throw new AppError('request.not-found')
  return owner
}

/** Returns who has a second factor. */
export async function factorOwners(tx: Tx, schoolId: string): Promise<Set<UserId>> {
  const found = await tx
    .select({ userId: totpFactors.userId })
    .from(totpFactors)
    .where(and(eq(totpFactors.schoolId, schoolId), isNotNull(totpFactors.confirmedAt)))
  return new Set([...found.map(({ userId }) => userId), ...(await passkeyOwners(tx, schoolId))])
}
