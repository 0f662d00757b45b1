import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { apiScopes } from '#shared/kernel/api-scopes.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, OpId, TypedName, Uuid } from '#shared/kernel/fields.ts'

export const ApiScope = z.enum(apiScopes)
export const maxTokenDays = 365
/** Tokens that work at once. */
export const maxTokens = 30

/** A token as staff see it; never the token itself. */
export const ApiToken = z.object({
  id: Uuid,
  name: z.string(),
  /** First characters of the token. */
  hint: z.string(),
  scopes: z.array(ApiScope),
  by: Colleague.nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  /** To the minute; null for a token that was never used. */
  lastUsedAt: Instant.nullable(),
  state: z.enum(['active', 'expired', 'ended', 'orphaned']),
})
export type ApiToken = z.infer<typeof ApiToken>

/** Lists the tokens of the school, the latest first, and the scopes that this person may give. @throws AppError access.denied */
export const listApiTokens = endpoint({
  method: 'get',
  path: '/programs/tokens',
  audience: 'session',
  body: Nothing,
  reply: z.object({ tokens: z.array(ApiToken), scopes: z.array(ApiScope) }),
})

/**
 * Makes a token and returns it, once and never again. It may what its scopes name and its maker may as well. Asked again with the same
 * id, while nobody has used it, the token is another one and the first works no more.
 * @throws AppError access.denied, auth.token-scope (one that the person may not give), request.invalid (the id came for another token),
 * programs.name-taken, programs.too-many
 */
export const makeApiToken = endpoint({
  method: 'post',
  path: '/programs/token',
  audience: 'session',
  body: z.object({
    opId: OpId,
    tokenName: TypedName.pipe(z.string().min(1).max(60)),
    scopes: z.array(ApiScope).min(1).max(apiScopes.length),
    lifeDays: z.int().min(1).max(maxTokenDays),
  }),
  reply: z.object({ token: z.string(), made: ApiToken }),
})

/** Revokes a token at once. @throws AppError access.denied, request.not-found */
export const endApiToken = endpoint({
  method: 'post',
  path: '/programs/token_end',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})
