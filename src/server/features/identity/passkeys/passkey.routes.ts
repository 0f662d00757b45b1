import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  passkeyAdd,
  passkeyBegin,
  passkeyProve,
  passkeyProveBegin,
  passkeyRemove,
  passkeySignIn,
  passkeySignInBegin,
  passkeysRead,
} from '#shared/identity/passkey.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { requireDesk } from '../profile/own-desk.ts'
import { totpSince } from '../second-factor/totp-factor.service.ts'
import { startPasskeySession } from '../sessions/auth.service.ts'
import { noteProof } from '../sessions/session-chain.service.ts'
import { isFactorRequired } from '../sign-in-settings/sign-in-settings.service.ts'
import { takeChallenge } from './passkey-challenge.service.ts'
import { dropPasskeys, hasPasskey, listPasskeys } from './own-passkeys.service.ts'
import { addPasskey, beginPasskey, beginUse, checkUse } from './passkey.service.ts'

/** Removes a passkey of the caller. @throws AppError auth.factor-required for the last factor of who needs one */
const removeOwn = ({ tenant, ...ctx }: SessionCtx, id: string): Promise<void> =>
  tenant(async (tx) => {
    const { schoolId } = ctx.school
    const { userId } = ctx.session.user
    if ((await dropPasskeys(tx, schoolId, userId, id)) === 0) return
    const isLast = (await totpSince(tx, schoolId, userId)) === undefined && !(await hasPasskey(tx, schoolId, userId))
    if (isLast && (await isFactorRequired(tx, schoolId, { id: userId, roles: ctx.session.roles })))
      throw new AppError('auth.factor-required')
    await recordAuditEvent(tx, ctx, 'passkey-removed', { about: userId, facts: {}, code: id })
  })

export const passkeyRoutes: Feature = () => [
  route.session(passkeysRead, async (ctx) => {
    requireDesk(ctx)
    const rows = await ctx.tenant((tx) => listPasskeys(tx, ctx.school.schoolId, ctx.session.user.userId))
    return { passkeys: rows.map(({ id, name, host, createdAt, usedAt }) => ({ id, name, host, createdAt, usedAt })) }
  }),
  route.session(passkeyBegin, async (ctx, { host }) => {
    requireDesk(ctx)
    return beginPasskey(ctx, host)
  }),
  route.session(passkeyAdd, async (ctx, { ticket, ...made }) => {
    requireDesk(ctx)
    await addPasskey(ctx, await takeChallenge(ctx, ticket, 'add', ctx.session.tokenHash), made)
    return {}
  }),
  route.session(passkeyRemove, async (ctx, { passkey }) => {
    requireDesk(ctx)
    await removeOwn(ctx, passkey)
    return {}
  }),
  route.open(passkeySignInBegin, (ctx, { host }) => beginUse(ctx, host, { purpose: 'sign-in', boundTo: null })),
  route.open(passkeySignIn, async (ctx, { ticket, answer }) => {
    const userId = await checkUse(ctx, await takeChallenge(ctx, ticket, 'sign-in', null), answer)
    const entered = await ctx.tenant((tx) => startPasskeySession(tx, ctx, userId))
    if (entered instanceof AppError) throw entered
    return entered
  }),
  route.session(passkeyProveBegin, async (ctx, { host }) => {
    requireDesk(ctx)
    return beginUse(ctx, host, { purpose: 'prove', boundTo: ctx.session.tokenHash })
  }),
  route.session(passkeyProve, async (ctx, { ticket, answer }) => {
    requireDesk(ctx)
    const { user, tokenHash } = ctx.session
    const userId = await checkUse(ctx, await takeChallenge(ctx, ticket, 'prove', tokenHash), answer)
    if (userId !== user.userId) throw new AppError('auth.passkey-refused')
    await ctx.tenant((tx) => noteProof(tx, ctx.school.schoolId, tokenHash, ctx.deps.clock.nowMs()))
    return {}
  }),
]
