import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ProviderClaims } from '#server/kernel/outside/identity-providers.ts'
import { hashToken } from '#server/kernel/tokens.ts'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import type { GroupRole } from '#shared/identity/sign-in-settings.contract.ts'
import type { ssoFinish } from '#shared/identity/single-sign-on.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { admitLink, openLink, refusalOf } from '../access-links/access-link.service.ts'
import { accountLink, closeLinks, takeLinkByHash } from '../accounts/account-links.ts'
import { endEverywhere } from '../linked-schools/end-opened.service.ts'
import { acceptWithoutPassword } from '../sessions/accounts.service.ts'
import { startTrustedSession } from '../sessions/auth.service.ts'
import { noteProof } from '../sessions/session-chain.service.ts'
import { changeStaff, lockAdmins, lockStaff } from '../sessions/staff.service.ts'
import { isPasswordRefused, type SignInRow } from '../sign-in-settings/sign-in-settings.service.ts'
import { accountOf, isFromHere, linkAccount, recordSsoRefusal, unlinkAccount } from './sso-link.service.ts'
import { askProvider, beginTurn, openProvider, type SsoTurn, ssoTurn } from './sso-turn.service.ts'

/** Returns the roles of a person of these groups: those that no group gives stay as they are. */
function rolesByGroups(had: readonly Role[], groupRoles: readonly GroupRole[], groups: readonly string[]): Role[] {
  const managed = new Set<Role>(groupRoles.map(({ role }) => role))
  const given = new Set<Role>(groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role))
  return [...had.filter((role) => !managed.has(role)), ...given]
}

/**
 * Gives a person the roles of their groups at the provider, and takes those away that only other groups have. The last administrator stays
 * one. Nothing changes where the school maps no groups, or the provider says nothing of them.
 */
async function applyGroupRoles(
  tx: Tx,
  ctx: OpenCtx,
  userId: UserId,
  {
    groupRoles,
    groups,
    keeps,
  }: { groupRoles: readonly GroupRole[]; groups: readonly string[] | undefined; keeps: UserId | null },
): Promise<void> {
  if (groupRoles.length === 0 || groups === undefined) return
  const { schoolId } = ctx.school
  const admins = await lockAdmins(tx, schoolId)
  const person = await lockStaff(tx, schoolId, userId)
  if (!person) return
  const wanted = rolesByGroups(person.roles, groupRoles, groups)
  const isLast = keeps === userId || !admins.some((id) => id !== userId)
  if (person.roles.includes('admin') && !wanted.includes('admin') && isLast) wanted.push('admin')
  const added = wanted.filter((role) => !person.roles.includes(role))
  const removed = person.roles.filter((role) => !wanted.includes(role))
  if (added.length + removed.length === 0) return
  if (removed.length > 0) await endEverywhere(tx, schoolId, userId, ctx.deps.clock.nowMs())
  const facts = { added: added.join(' '), removed: removed.join(' ') }
  await recordAuditEvent(tx, ctx, 'person-roles', { about: userId, by: null, facts })
  await changeStaff(tx, schoolId, userId, { roles: wanted })
}

type Begun = Promise<{ address: string; state: string }>

/** Begins a sign-in, or takes an invitation up. @throws AppError as the contract says */
export async function beginSso(ctx: OpenCtx, { invitation }: { invitation?: string | undefined }): Begun {
  if (invitation === undefined) return beginTurn(ctx, { purpose: 'sign-in', userId: null, boundTo: null })
  await admitLink(ctx, accountLink('invite'), invitation)
  return beginTurn(ctx, { purpose: 'invite', userId: null, boundTo: hashToken(invitation) })
}

/** Begins to link the caller's own account, or to prove again who the caller is. */
export const beginOwnSso = (ctx: SessionCtx, purpose: 'link' | 'prove'): Begun =>
  beginTurn(ctx, { purpose, userId: ctx.session.user.userId, boundTo: ctx.session.tokenHash })

interface Answered {
  readonly turn: SsoTurn
  readonly claims: ProviderClaims
  readonly settings: SignInRow
}

/** Reads what came back. @throws AppError auth.ticket-over, auth.sso-off, auth.sso-away, auth.sso-failed, auth.sso-foreign */
async function readAnswer(
  ctx: OpenCtx,
  { state, query }: z.output<typeof ssoFinish.body>,
  purposes: readonly SsoTurn['purpose'][],
): Promise<Answered> {
  const turn = await openLink(ctx, ssoTurn, state, async (_tx, found) =>
    purposes.includes(found.purpose) ? found : refusalOf(ssoTurn),
  )
  const { providers, client, settings } = await openProvider(ctx)
  const { redirectUri, nonce, verifier } = turn
  const given = { redirectUri, nonce, verifier, state }
  const claims = await askProvider(ctx, () => providers.finish(client, given, query))
  if (!isFromHere(settings, claims)) {
    await ctx.tenant((tx) => recordSsoRefusal(tx, ctx, turn.userId, 'tenant'))
    throw new AppError('auth.sso-foreign')
  }
  return { turn, claims, settings }
}

/** Ends a sign-in at the provider. @throws AppError as the contract says */
export async function finishSso(ctx: OpenCtx, came: z.output<typeof ssoFinish.body>): Promise<SignedIn> {
  const answered = await readAnswer(ctx, came, ['sign-in', 'invite'])
  const entered = await ctx.tenant(async (tx) => {
    const userId = await (answered.turn.purpose === 'invite'
      ? takeUp(tx, ctx, answered)
      : linkedAccount(tx, ctx, answered))
    if (userId instanceof AppError) return userId
    const { groupRoles, breakGlass: keeps } = answered.settings
    await applyGroupRoles(tx, ctx, userId, { groupRoles, groups: answered.claims.groups, keeps })
    return startTrustedSession(tx, ctx, userId)
  })
  if (entered instanceof AppError) throw entered
  return entered
}

async function linkedAccount(tx: Tx, ctx: OpenCtx, { claims }: Answered): Promise<UserId | AppError> {
  const userId = await accountOf(tx, ctx.school.schoolId, claims)
  if (userId !== undefined) return userId
  await recordSsoRefusal(tx, ctx, null, 'unlinked')
  return new AppError('auth.sso-unlinked')
}

/** Takes an invitation up by the provider's account, without a password. */
async function takeUp(tx: Tx, ctx: OpenCtx, { turn, claims }: Answered): Promise<UserId | AppError> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const invited = turn.boundTo === null ? undefined : await takeLinkByHash(tx, schoolId, 'invite', turn.boundTo, nowMs)
  if (!invited?.userId) return refusalOf(accountLink('invite'))
  const refused = await linkAccount(tx, ctx, invited.userId, claims)
  // Thrown, not returned: the invitation stays open for the right account.
  if (refused) throw refused
  const account = await acceptWithoutPassword(tx, schoolId, invited.userId)
  if (!account) throw refusalOf(accountLink('invite'))
  await closeLinks(tx, schoolId, account.userId, ['invite', 'reset'], nowMs)
  return account.userId
}

/** At most so long ago the provider has asked for a password, where it says when. */
const freshMs = 10 * minuteMs

/** Ends linking or proving. @throws AppError as the contract says */
export async function finishOwnSso(ctx: SessionCtx, came: z.output<typeof ssoFinish.body>): Promise<void> {
  const { turn, claims } = await readAnswer(ctx, came, ['link', 'prove'])
  const { user, tokenHash } = ctx.session
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  if (turn.boundTo !== tokenHash) throw refusalOf(ssoTurn)
  const refused = await ctx.tenant(async (tx) => {
    if (turn.purpose === 'link') return linkAccount(tx, ctx, user.userId, claims)
    const isOwn = (await accountOf(tx, schoolId, claims)) === user.userId
    if (!isOwn || (claims.provedMs !== undefined && nowMs - claims.provedMs > freshMs)) {
      await recordSsoRefusal(tx, ctx, user.userId, isOwn ? 'stale' : 'unlinked')
      return new AppError('auth.sso-unlinked')
    }
    await noteProof(tx, schoolId, tokenHash, nowMs)
    return undefined
  })
  if (refused) throw refused
}

/** Ends the caller's link. @throws AppError auth.sso-only where it is the only way in */
export const unlinkOwnSso = (ctx: SessionCtx): Promise<void> =>
  ctx.tenant(async (tx) => {
    const { schoolId } = ctx.school
    const { userId } = ctx.session.user
    if (await isPasswordRefused(tx, schoolId, { id: userId, roles: ctx.session.roles }))
      throw new AppError('auth.sso-only')
    if (await unlinkAccount(tx, schoolId, userId))
      await recordAuditEvent(tx, ctx, 'sso-unlinked', { about: userId, facts: {} })
  })
