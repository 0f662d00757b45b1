import { and, count, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople, type Person } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import { type ApiScope, apiScopes, apiTokenPrefix, scopePermissions } from '#shared/kernel/api-scopes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission, type Role } from '#shared/kernel/roles.ts'
import { dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { type ApiToken, type listApiTokens, type makeApiToken, maxTokens } from '#shared/programs/api-token.contract.ts'
import { apiTokens } from './api-token.table.ts'

type Row = typeof apiTokens.$inferSelect
type Shown = z.input<typeof ApiToken>

/** Characters of a token that stay readable: too few to guess the rest by. */
const hintLength = 8
/** Ended tokens that a list shows. */
const mostListed = 100

/** Scopes that these roles may give, and use. */
export const scopesFor = (roles: readonly Role[]): ApiScope[] =>
  apiScopes.filter((scope) => hasPermission(roles, scopePermissions[scope]))

const inSchool = (schoolId: string) => eq(apiTokens.schoolId, schoolId)

function stateOf(row: Row, maker: Person | undefined, nowMs: number): Shown['state'] {
  if (row.endedAt !== null) return 'ended'
  if (nowMs >= fromInstant(row.expiresAt)) return 'expired'
  return maker === undefined || maker.disabledMs !== undefined ? 'orphaned' : 'active'
}

function view(row: Row, maker: Person | undefined, nowMs: number): Shown {
  const { id, name, hint, scopes, createdAt, expiresAt, lastUsedAt, byUser } = row
  const by = maker ? { userId: byUser, name: maker.name } : null
  return { id, name, hint, scopes, by, createdAt, expiresAt, lastUsedAt, state: stateOf(row, maker, nowMs) }
}

/** Lists the tokens of the school, the latest first, and the scopes that this person may give. */
export async function readTokens(tx: Tx, ctx: SessionCtx): Promise<z.input<typeof listApiTokens.reply>> {
  const { schoolId } = ctx.school
  const rows = await tx
    .select()
    .from(apiTokens)
    .where(inSchool(schoolId))
    .orderBy(sql`${apiTokens.endedAt} is not null`, desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(mostListed)
  const makers = await findPeople(tx, schoolId, new Set(rows.map(({ byUser }) => byUser)))
  const nowMs = ctx.deps.clock.nowMs()
  return {
    tokens: rows.map((row) => view(row, makers.get(row.byUser), nowMs)),
    scopes: scopesFor(ctx.session.roles),
  }
}

/** Makes a token. @throws AppError as the contract says */
export async function makeToken(
  tx: Tx,
  ctx: SessionCtx,
  { opId: id, tokenName, scopes, lifeDays: days }: z.output<typeof makeApiToken.body>,
): Promise<{ token: string; made: Shown }> {
  const { deps, school, session } = ctx
  const { schoolId } = school
  const mine = scopesFor(session.roles)
  if (scopes.some((scope) => !mine.includes(scope))) throw new AppError('auth.token-scope', { field: 'scopes' })
  // One at a time: two at once would both find room.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`api tokens ${schoolId}`}, 0))`)
  const nowMs = deps.clock.nowMs()
  await requireRoom(tx, { schoolId, id, tokenName, nowMs })
  const { token, tokenHash } = createToken(deps.random, apiTokenPrefix)
  const byUser = session.user.userId
  const told = { name: tokenName, tokenHash, hint: token.slice(0, hintLength), scopes: [...new Set(scopes)] }
  const times = { createdAt: toInstant(nowMs), expiresAt: toInstant(nowMs + days * dayMs) }
  const [row] = await tx
    .insert(apiTokens)
    .values({ schoolId, id, byUser, ...told, ...times })
    .onConflictDoUpdate({
      target: [apiTokens.schoolId, apiTokens.id],
      set: { ...told, ...times },
      setWhere: sql`${apiTokens.byUser} = ${byUser} and ${apiTokens.lastUsedAt} is null and ${apiTokens.endedAt} is null`,
    })
    .returning()
  if (!row) throw new AppError('request.invalid', { field: 'commandId' })
  const facts = { scopes: row.scopes.join(' '), days }
  await recordAuditEvent(tx, ctx, 'api-token-made', { about: id, facts })
  const maker = { name: session.user.name, roles: [...session.roles], disabledMs: undefined }
  return { token, made: view(row, maker, nowMs) }
}

/** Refuses a name that a working token has, and more tokens than there may be. */
async function requireRoom(
  tx: Tx,
  { schoolId, id, tokenName, nowMs }: { schoolId: string; id: string; tokenName: string; nowMs: number },
): Promise<void> {
  const others = and(
    inSchool(schoolId),
    ne(apiTokens.id, id),
    isNull(apiTokens.endedAt),
    gt(apiTokens.expiresAt, toInstant(nowMs)),
  )
  const [found] = await tx
    .select({
      all: count(),
      namesakes: count(sql`case when lower(${apiTokens.name}) = lower(${tokenName}) then 1 end`),
    })
    .from(apiTokens)
    .where(others)
  if ((found?.namesakes ?? 0) > 0) throw new AppError('programs.name-taken', { field: 'tokenName' })
  if ((found?.all ?? 0) >= maxTokens) throw new AppError('programs.too-many')
}

/** Revokes a token. @throws AppError request.not-found */
export async function endToken(tx: Tx, ctx: SessionCtx, id: string): Promise<void> {
  const { deps, school, session } = ctx
  const ended = await endTokenRow(tx, school.schoolId, { id, by: session.user.userId, nowMs: deps.clock.nowMs() })
  if (ended === 'unknown') throw new AppError('request.not-found')
  if (ended === 'now') await recordAuditEvent(tx, ctx, 'api-token-ended', { about: id, facts: {} })
}

/** Ends a token's row, once. @param by null where a restored server repeats it */
export async function endTokenRow(
  tx: Tx,
  schoolId: string,
  { id, by, nowMs }: { id: string; by: Row['endedBy']; nowMs: number },
): Promise<'now' | 'before' | 'unknown'> {
  const isThis = and(inSchool(schoolId), eq(apiTokens.id, id))
  const [row] = await tx.select({ endedAt: apiTokens.endedAt }).from(apiTokens).where(isThis).for('update')
  if (!row) return 'unknown'
  if (row.endedAt !== null) return 'before'
  await tx
    .update(apiTokens)
    .set({ endedAt: toInstant(nowMs), endedBy: by })
    .where(isThis)
  return 'now'
}
