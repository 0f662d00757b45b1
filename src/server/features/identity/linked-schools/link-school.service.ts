import { findTypedSchool } from '#server/features/school/find-school.service.ts'
import type { OpenCtx, School, SessionCtx } from '#server/http/context.ts'
import { continueInSchool, installationId, type Tx } from '#server/kernel/db.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { linkAddress } from '#shared/school/school-address.rules.ts'
import { openLink, refusalOf } from '../access-links/access-link.service.ts'
import { accountLink, closeLinks } from '../accounts/account-links.ts'
import { checkOwnPassword, hasJustSignedIn, ownPasswordTries } from '../profile/own-password.service.ts'
import { acceptWithoutPassword } from '../sessions/accounts.service.ts'
import { clearAttempts } from '../sessions/attempts.service.ts'
import { type ProvenAccount, proveAccount } from '../sessions/auth.service.ts'
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

/** The caller's proof of being who the session says: the own password, unless they have just signed in. */
interface OwnProof {
  ownPassword?: string | undefined
  language: Language
}

/**
 * Proves the caller's own side: a session somebody left open is no lasting way into it. @returns the account
 * @throws AppError auth.password-wrong (`ownPassword`), auth.too-many-attempts
 */
async function proveOwnSide(ctx: SessionCtx, { ownPassword }: OwnProof) {
  if (ownPassword === undefined && (await hasJustSignedIn(ctx))) return ownSide(ctx)
  const account = await checkOwnPassword(ctx, ownPassword ?? '', 'ownPassword')
  await ctx.tenant((tx) => clearAttempts(tx, ctx.school.schoolId, ownPasswordTries(ctx), ctx.deps.clock.nowMs()))
  return { school: ctx.school, account }
}

/** Tells both addresses that the accounts are linked now. Ends in the school of the second. */
async function mailLinked(tx: Tx, ctx: SessionCtx, sides: readonly [Side, Side], language: Language): Promise<void> {
  const [here, there] = sides
  for (const [{ school, account }, other] of [
    [here, there],
    [there, here],
  ] as const) {
    await continueInSchool(tx, school.schoolId)
    const params = { host: new URL(linkAddress(other.school, ctx.schoolsBase())).host, path: '/profile/schools' }
    await queueMail(tx, inSchool(ctx, school), { to: account.email, language, template: 'school-linked', params })
  }
}

interface Side {
  school: School
  account: ProvenAccount
}

/**
 * Links the account whose password the caller knows.
 * @throws AppError request.not-found, auth.school-linked, auth.password-wrong (`ownPassword`), those of a sign-in
 */
export async function linkByPassword(
  ctx: SessionCtx,
  asked: { schoolAddress: string; userName: string; password: string } & OwnProof,
  decoy: string,
): Promise<{ schoolId: string }> {
  const school = await otherSchool(ctx, asked.schoolAddress)
  const here = await proveOwnSide(ctx, asked)
  const account = await proveAccount(inSchool(ctx, school), { credentials: asked, decoy })
  await ctx.deps.db.tenant(installationId, async (tx) => {
    await linkAccounts(tx, ctx.deps, here, { school, account })
    await mailLinked(tx, ctx, [here, { school, account }], asked.language)
  })
  return { schoolId: school.schoolId }
}

/**
 * Accepts an invitation of another school for the caller: it is used up, as when a password is chosen by it.
 * @throws AppError request.not-found, auth.school-linked, auth.password-wrong (`ownPassword`), auth.link-over
 */
export async function linkByLink(
  ctx: SessionCtx,
  { link, ...own }: { link: string } & OwnProof,
): Promise<{ schoolId: string }> {
  const school = await otherSchool(ctx, link)
  const token = /[#?&]token=([\w-]{1,100})/.exec(link)?.[1] ?? ''
  const here = await proveOwnSide(ctx, own)
  const { schoolId } = school
  await openLink(inSchool(ctx, school), accountLink('invite'), token, async (tx, { userId }) => {
    const account = userId && (await acceptWithoutPassword(tx, schoolId, userId))
    if (!account) return refusalOf(accountLink('invite'))
    await closeLinks(tx, schoolId, account.userId, ['invite', 'reset'], ctx.deps.clock.nowMs())
    await linkAccounts(tx, ctx.deps, here, { school, account })
    await mailLinked(tx, ctx, [here, { school, account }], own.language)
    return undefined
  })
  return { schoolId }
}

/** The caller's account as it is now. */
export const ownSide = async (ctx: SessionCtx) => ({
  school: ctx.school,
  account: await ctx.tenant((tx) => ownProof(tx, ctx.school.schoolId, ctx.session.user.userId)),
})
