import { addressGroup } from '#server/http/address.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs } from '#shared/kernel/time.ts'
import type { LinkCtx } from '../access-links/access-link.service.ts'
import { type LimitCtx, takeOrPay } from '../accounts/account-limits.service.ts'
import { clearAttempts, refundAttempts, type Subject, takeAttempts } from '../sessions/attempts.service.ts'

/**
 * What tries at a second factor are counted by: as a password's by account and address, and more loosely by account. Since six digits are
 * soon guessed, there is a limit for a day that no challenge lifts.
 */
function subjectsOf(ctx: Pick<LimitCtx, 'address'>, userId: UserId): { own: Subject; day: Subject; shared: Subject } {
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

/** The same for an account above schools, where no challenge pays for more. @throws AppError auth.too-many-attempts */
export async function takeStrictFactorTry(ctx: LinkCtx, userId: UserId): Promise<void> {
  const { own, day, shared } = subjectsOf(ctx, userId)
  const { school, deps } = ctx
  const waitMs = await ctx.tenant((tx) => takeAttempts(tx, school.schoolId, [own, day, shared], deps.clock.nowMs()))
  if (waitMs > 0) throw new AppError('auth.too-many-attempts', { retryAfterMs: waitMs })
}

/** Clears what a right code was counted as. */
export async function clearFactorTries(tx: Tx, ctx: LimitCtx, userId: UserId): Promise<void> {
  const { own, day, shared } = subjectsOf(ctx, userId)
  await refundAttempts(tx, ctx.school.schoolId, [day, shared])
  await clearAttempts(tx, ctx.school.schoolId, own, ctx.deps.clock.nowMs())
}
