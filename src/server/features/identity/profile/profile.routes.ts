import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  changePassword,
  profileRead,
  profileSave,
  setAvatar,
  signOutElsewhere,
} from '#shared/identity/profile.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { refuseCommon } from '../accounts/register.ts'
import { endOthersEverywhere } from '../linked-schools/end-opened.service.ts'
import { carryProof, proofOf } from '../linked-schools/linked-school.service.ts'
import { replacePassword } from '../sessions/accounts.service.ts'
import { clearAttempts } from '../sessions/attempts.service.ts'
import { ownPasswordHash, readProfile, saveAvatar, saveProfile } from '../sessions/profile.service.ts'
import { activeSessions } from '../sessions/session.service.ts'
import { requireDesk } from './own-desk.ts'
import { checkOwnPassword, ownPasswordTries } from './own-password.service.ts'

/**
 * Replaces the signed-in person's password.
 * @throws AppError auth.password-common, auth.password-wrong, auth.password-same, auth.too-many-attempts
 */
async function replaceOwnPassword(
  ctx: SessionCtx,
  { current, password, language }: { current: string; password: string; language: Language },
): Promise<void> {
  const { schoolId } = ctx.school
  const { user, tokenHash } = ctx.session
  refuseCommon(password, user.userName)
  const { clock, passwords } = ctx.deps
  const before = await checkOwnPassword(ctx, current, 'current')
  const { passwordHash: hash } = before
  if (password === current) throw new AppError('auth.password-same', { field: 'password' })
  const next = await passwords.hash(password)
  await ctx.tenant(async (tx) => {
    // Read again: an emailed link may have replaced it meanwhile.
    if ((await ownPasswordHash(tx, schoolId, user.userId)) !== hash)
      throw new AppError('auth.password-wrong', { field: 'current' })
    const account = await replacePassword(tx, schoolId, user.userId, next)
    if (!account) throw new AppError('request.not-found')
    await endOthersEverywhere(tx, schoolId, { userId: user.userId, keep: tokenHash }, clock.nowMs())
    await clearAttempts(tx, schoolId, ownPasswordTries(ctx), clock.nowMs())
    await recordAuditEvent(tx, ctx, 'password-set', { about: user.userId, facts: {} })
    const params = { userName: account.userName, path: '/forgot-password' }
    await queueMail(tx, ctx, { to: account.email, language, template: 'password-changed', params })
  })
  const proofs = [proofOf(before), proofOf({ ...before, passwordHash: next })] as const
  await carryProof(ctx.deps.db, { schoolId, userId: user.userId }, [...proofs])
}

export const profileRoutes: Feature = ({ clock }) => [
  route.session(profileRead, async (ctx) => {
    requireDesk(ctx)
    const { schoolId } = ctx.school
    const { user, tokenHash } = ctx.session
    return ctx.tenant(async (tx) => {
      const living = await activeSessions(tx, schoolId, user.userId, clock.nowMs())
      return {
        profile: await readProfile(tx, schoolId, user.userId),
        sessions: living.map((each) => ({
          kind: each.kind,
          isThis: each.tokenHash === tokenHash,
          userAgent: each.userAgent,
          since: each.createdAt,
          until: each.expiresAt,
        })),
      }
    })
  }),
  route.session(profileSave, async (ctx, said) => {
    requireDesk(ctx)
    return {
      profile: await ctx.tenant((tx) => saveProfile(tx, ctx.school.schoolId, ctx.session.user.userId, said)),
    }
  }),
  route.session(setAvatar, async (ctx, { data }) => {
    requireDesk(ctx)
    return { avatar: await ctx.tenant((tx) => saveAvatar(tx, ctx, data)) }
  }),
  route.session(changePassword, async (ctx, asked) => {
    requireDesk(ctx)
    await replaceOwnPassword(ctx, asked)
    return {}
  }),
  route.session(signOutElsewhere, async (ctx) => {
    requireDesk(ctx)
    const who = { userId: ctx.session.user.userId, keep: ctx.session.tokenHash }
    return { ended: await ctx.tenant((tx) => endOthersEverywhere(tx, ctx.school.schoolId, who, clock.nowMs())) }
  }),
]
