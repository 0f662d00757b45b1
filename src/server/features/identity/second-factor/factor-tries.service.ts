import { addressGroup } from '#server/http/address.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { takeOrPay } from '../accounts/account-limits.service.ts'
import { clearAttempts, refundAttempts, type Subject } from '../sessions/attempts.service.ts'

/**
 * What tries at a second factor are counted by: as a password's by account and address, and more loosely by account. Since six digits are
 * soon guessed, there is a limit for a day that no challenge lifts.
 */
function subjectsOf(ctx: OpenCtx, userId: UserId): { own: Subject; day: Subject; shared: Subject } {
  return {
    own: { kind: 'second-factor', value: `${addressGroup(ctx.address)}\n${userId}`, limit: 5 },
    day: { kind: 'second-factor-day', value: userId, limit: 100, windowMs: dayMs },
    shared: { kind: 'second-factor', value: userId, limit: 30 },
  }
}

/** Counts a try before its code is looked at. @throws AppError auth.too-many-attempts, robots.proof-needed, robots.proof-refused */
export async function takeFactorTry(ctx: OpenCtx, userId: UserId, proof: string | undefined): Promise<void> {
  const { own, day, shared } = subjectsOf(ctx, userId)
  const refused = await takeOrPay(ctx, { own: [own, day], shared: [shared], proof, tooMany: 'auth.too-many-attempts' })
  if (refused) throw refused
}

/** Clears what a right code was counted as. */
export async function clearFactorTries(tx: Tx, ctx: OpenCtx, userId: UserId): Promise<void> {
  const { own, day, shared } = subjectsOf(ctx, userId)
  await refundAttempts(tx, ctx.school.schoolId, [day, shared])
  await clearAttempts(tx, ctx.school.schoolId, own, ctx.deps.clock.nowMs())
}
