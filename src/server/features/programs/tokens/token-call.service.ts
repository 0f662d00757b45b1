import { and, eq, gt, isNull } from 'drizzle-orm'
import { type Subject, takeAttempts } from '#server/features/identity/sessions/attempts.service.ts'
import { findActiveUser } from '#server/features/identity/sessions/people.service.ts'
import type { OpenCtx, Session } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { hashToken } from '#server/kernel/tokens.ts'
import type { ApiScope } from '#shared/kernel/api-scopes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { scopesFor } from './api-token.service.ts'
import { apiTokens } from './api-token.table.ts'

/** Calls of one token in a minute. */
export const callsPerMinute = 120

const callsOf = (tokenHash: string): Subject => ({
  kind: 'api-token',
  value: tokenHash,
  limit: callsPerMinute,
  windowMs: minuteMs,
})

/**
 * Returns the session in which a token's call is made: that of its maker, with the roles that they have now. The token opens only calls
 * of its scopes, and of those only what its maker may.
 * @param scope of the call; undefined for one that is not offered to other programs
 * @throws AppError auth.token-over, auth.token-scope, request.too-many
 */
export async function admitToken(ctx: OpenCtx, token: string, scope: ApiScope | undefined): Promise<Session> {
  // Committed also when it refuses: what was counted stays counted.
  const found = await ctx.tenant((tx) => useToken(tx, ctx, token, scope))
  if (found instanceof AppError) throw found
  return found
}

async function useToken(
  tx: Tx,
  { school: { schoolId }, deps }: OpenCtx,
  token: string,
  scope: ApiScope | undefined,
): Promise<Session | AppError> {
  const nowMs = deps.clock.nowMs()
  const now = toInstant(nowMs)
  const tokenHash = hashToken(token)
  const isThis = and(eq(apiTokens.schoolId, schoolId), eq(apiTokens.tokenHash, tokenHash))
  const [row] = await tx
    .select()
    .from(apiTokens)
    .where(and(isThis, isNull(apiTokens.endedAt), gt(apiTokens.expiresAt, now)))
  const maker = row && (await findActiveUser(tx, schoolId, row.byUser))
  if (!maker) return new AppError('auth.token-over')
  const waitMs = await takeAttempts(tx, schoolId, [callsOf(tokenHash)], nowMs)
  if (waitMs > 0) return new AppError('request.too-many', { retryAfterMs: waitMs })
  if (row.lastUsedAt === null || nowMs - fromInstant(row.lastUsedAt) >= minuteMs)
    await tx.update(apiTokens).set({ lastUsedAt: now }).where(isThis)
  const isOpen = scope !== undefined && row.scopes.includes(scope) && scopesFor(maker.roles).includes(scope)
  return isOpen ? { ...maker, kind: 'staff', tokenHash } : new AppError('auth.token-scope')
}
