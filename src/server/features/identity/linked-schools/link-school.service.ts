import { findTypedSchool } from '#server/features/school/find-school.service.ts'
import type { OpenCtx, School, SessionCtx } from '#server/http/context.ts'
import { installationId } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { linkAddress } from '#shared/school/school-address.rules.ts'
import { openLink, refusalOf } from '../access-links/access-link.service.ts'
import { accountLink, closeLinks } from '../accounts/account-links.ts'
import { acceptWithoutPassword } from '../sessions/accounts.service.ts'
import { proveAccount } from '../sessions/auth.service.ts'
import { ownProof } from '../sessions/profile.service.ts'
import { linkAccounts } from './linked-school.service.ts'

/** The same caller at another school: limits and audit events are that school's. */
const inSchool = (ctx: SessionCtx, school: School): OpenCtx => {
  const { session: _, ...open } = ctx
  const origin = linkAddress(school, ctx.schoolsBase())
  return { ...open, school, origin, tenant: (work) => ctx.deps.db.tenant(school.schoolId, work) }
}

/** Finds the other school that somebody has typed. @throws AppError request.not-found, auth.school-linked for this one */
async function otherSchool(ctx: SessionCtx, typed: string): Promise<School> {
  const school = await findTypedSchool(ctx.deps.db, typed)
  if (!school) throw new AppError('request.not-found', { field: 'schoolAddress' })
  if (school.schoolId === ctx.school.schoolId) throw new AppError('auth.school-linked')
  return school
}

/** Links the account whose password the caller knows. @throws AppError request.not-found, auth.school-linked, those of a sign-in */
export async function linkByPassword(
  ctx: SessionCtx,
  asked: { schoolAddress: string; userName: string; password: string },
  decoy: string,
): Promise<{ schoolId: string }> {
  const school = await otherSchool(ctx, asked.schoolAddress)
  const account = await proveAccount(inSchool(ctx, school), { credentials: asked, decoy })
  const here = await ownSide(ctx)
  await ctx.deps.db.tenant(installationId, (tx) => linkAccounts(tx, ctx.deps, here, { school, account }))
  return { schoolId: school.schoolId }
}

/**
 * Accepts an invitation of another school for the caller: it is used up, as when a password is chosen by it.
 * @throws AppError request.not-found, auth.school-linked, auth.link-over
 */
export async function linkByLink(ctx: SessionCtx, link: string): Promise<{ schoolId: string }> {
  const school = await otherSchool(ctx, link)
  const token = /[#?&]token=([\w-]{1,100})/.exec(link)?.[1] ?? ''
  const here = await ownSide(ctx)
  const { schoolId } = school
  await openLink(inSchool(ctx, school), accountLink('invite'), token, async (tx, { userId }) => {
    const account = userId && (await acceptWithoutPassword(tx, schoolId, userId))
    if (!account) return refusalOf(accountLink('invite'))
    await closeLinks(tx, schoolId, account.userId, ['invite', 'reset'], ctx.deps.clock.nowMs())
    await linkAccounts(tx, ctx.deps, here, { school, account })
    return undefined
  })
  return { schoolId }
}

/** The caller's account as it is now. */
export const ownSide = async (ctx: SessionCtx) => ({
  school: ctx.school,
  account: await ctx.tenant((tx) => ownProof(tx, ctx.school.schoolId, ctx.session.user.userId)),
})
