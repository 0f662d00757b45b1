import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Registered } from '../sessions/accounts.service.ts'
import { limitGuess, limitProof } from './account-limits.service.ts'
import { type ChallengePurpose, closeChallenge, ownerOf, takeAttempt } from './challenges.ts'

interface Proof {
  readonly userId: UserId
  readonly registered: Registered | null
}

/**
 * Checks a code, and continues with `then` in the same transaction when it is right. A refusal is committed as well: the attempt
 * counts. @throws AppError auth.code-wrong, auth.code-over, auth.too-many-attempts, and the refusal returned by `then`
 */
export async function tryCode<T extends object>(
  ctx: OpenCtx,
  purpose: ChallengePurpose,
  { ticket, code }: { ticket: string; code: string },
  then: (tx: Tx, proof: Proof) => Promise<T | AppError>,
): Promise<T> {
  const { schoolId } = ctx.school
  const outcome = await ctx.tenant(async (tx) => {
    const nowMs = ctx.deps.clock.nowMs()
    const waitMs = await limitProof(tx, ctx)
    if (waitMs > 0) return new AppError('auth.too-many-attempts', { retryAfterMs: waitMs })
    const taken = await takeAttempt(tx, schoolId, ticket, purpose, nowMs)
    if (!taken) return new AppError('auth.code-over')
    const guessWaitMs = await limitGuess(tx, ctx, taken.subject)
    if (guessWaitMs > 0) return new AppError('auth.too-many-attempts', { retryAfterMs: guessWaitMs })
    const userId = ownerOf(taken.codes, ticket, code, nowMs)
    if (!userId) return new AppError('auth.code-wrong')
    await closeChallenge(tx, schoolId, ticket, nowMs)
    return then(tx, { userId, registered: taken.registered })
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}
