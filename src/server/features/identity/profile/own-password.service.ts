import type { SessionCtx } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { type Subject, takeAttempts } from '../sessions/attempts.service.ts'
import type { ProvenAccount } from '../sessions/auth.service.ts'
import { ownProof } from '../sessions/profile.service.ts'
import { sessionStart } from '../sessions/session-chain.service.ts'

/** Attempts at the own password: a person at an unattended desk has five. */
export const ownPasswordTries = ({ session }: SessionCtx): Subject => ({
  kind: 'own-password',
  value: session.user.userId,
  limit: 5,
})

/**
 * Checks the signed-in person's own password. @returns the account as it was read before
 * @throws AppError auth.too-many-attempts, auth.password-wrong with this field
 */
export async function checkOwnPassword(ctx: SessionCtx, typed: string, field: string): Promise<ProvenAccount> {
  const { schoolId } = ctx.school
  const { clock, passwords } = ctx.deps
  const { waitMs, account } = await ctx.tenant(async (tx) => ({
    waitMs: await takeAttempts(tx, schoolId, [ownPasswordTries(ctx)], clock.nowMs()),
    account: await ownProof(tx, schoolId, ctx.session.user.userId),
  }))
  if (waitMs > 0) throw new AppError('auth.too-many-attempts', { retryAfterMs: waitMs })
  // Outside any transaction: the slow hash would hold the embedded engine's only connection.
  if (!(await passwords.verify(typed, account.passwordHash))) throw new AppError('auth.password-wrong', { field })
  return account
}

/** For so long a sign-in needs no second proof of who it is. */
const freshMs = 10 * minuteMs

/** Whether the caller has just signed in here, by a password or a code, and not from another school. */
export async function hasJustSignedIn(ctx: SessionCtx): Promise<boolean> {
  const start = await ctx.tenant((tx) => sessionStart(tx, ctx.school.schoolId, ctx.session.tokenHash))
  return start !== undefined && start.chain === null && ctx.deps.clock.nowMs() - start.atMs < freshMs
}
