import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { changePassword, profileRead, profileSave, signOutElsewhere } from '#shared/identity/profile.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { readProfile, saveProfile } from '../sessions/profile.service.ts'
import { activeSessions, endOtherSessions } from '../sessions/session.service.ts'
import { replaceOwnPassword } from './own-password.ts'

/**
 * Refuses till sessions, which stay open where many people have access: no account is viewed or changed there. @throws AppError
 * access.denied
 */
function requireDesk({ session }: SessionCtx): void {
  if (session.kind !== 'staff') throw new AppError('access.denied')
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
  route.session(changePassword, async (ctx, asked) => {
    requireDesk(ctx)
    await replaceOwnPassword(ctx, asked)
    return {}
  }),
  route.session(signOutElsewhere, async (ctx) => {
    requireDesk(ctx)
    const who = { userId: ctx.session.user.userId, keep: ctx.session.tokenHash }
    return { ended: await ctx.tenant((tx) => endOtherSessions(tx, ctx.school.schoolId, who, clock.nowMs())) }
  }),
]
