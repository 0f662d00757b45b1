import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { deleteDemoSchools } from '#server/features/school/demo-schools.service.ts'
import { listDemoSchools, pageOfSchools, readSchool, schoolIdOf } from '#server/features/school/school.service.ts'
import type { ProviderCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { installationId, type Tx } from '#server/kernel/db.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import {
  type ProvidedSchool,
  providerAdministrator,
  providerByCode,
  providerDemoRemove,
  providerFactorBegin,
  providerFactorConfirm,
  providerSchools,
  providerSetupLink,
  providerSignIn,
  providerSignOut,
} from '#shared/identity/provider.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { randomToken } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { issueLink } from '../accounts/account-links.ts'
import { endInvitation, issueInvitation, mailInvitation } from '../accounts/invite.service.ts'
import { endSessionByHash } from '../sessions/session.service.ts'
import { changeStaff, listStaff, lockStaff, type StaffAccount } from '../sessions/staff.service.ts'
import { addFirstAdministrator, type Invitation } from '../setup/first-administrator.service.ts'
import { installation } from './provider-account.service.ts'
import { beginFactor, confirmFactor, finishByCode, signProviderIn } from './provider-sign-in.service.ts'

const pageSize = 50

const isActiveAdmin = ({ roles, disabledAt }: StaffAccount): boolean => roles.includes('admin') && disabledAt === null
const hasJoined = (person: StaffAccount): boolean => isActiveAdmin(person) && person.invitedAt === null

/** Lists schools by code with their addresses, and whether anybody manages each. */
async function listProvided(
  { deps, schoolsBase }: ProviderCtx,
  asked: { after?: string | undefined; search?: string | undefined },
): Promise<{ schools: ProvidedSchool[]; hasMore: boolean; hasDemo: boolean }> {
  const { db } = deps
  const found = await pageOfSchools(db, { ...asked, limit: pageSize + 1 })
  const schools: ProvidedSchool[] = []
  for (const { schoolId, code, name, createdAt, profile } of found.slice(0, pageSize)) {
    const staff = await db.tenant(schoolId, (tx) => listStaff(tx, schoolId))
    const address = schoolAddress(code, schoolsBase())
    const hasAdministrator = staff.some(isActiveAdmin)
    schools.push({ code, name, address, createdAt, isDemo: profile.isDemo === true, hasAdministrator })
  }
  return { schools, hasMore: found.length > pageSize, hasDemo: (await listDemoSchools(db)).length > 0 }
}

/** Records an act of the provider in the installation's own log. */
const recordAct = (
  tx: Tx,
  { deps, provider }: ProviderCtx,
  what: 'provider-link' | 'provider-administrator' | 'provider-demo-removed',
  about: string | null,
): Promise<void> =>
  recordAuditEvent(tx, { deps, school: installation }, what, { about, facts: {}, by: provider.user.userId })

/**
 * Creates a link for setting up one more school. @param template code of the school that lends what it begins with
 * @returns its path @throws AppError request.not-found
 */
async function linkForSchool(ctx: ProviderCtx, template: string | undefined): Promise<string> {
  const { deps, provider } = ctx
  const templateId = template === undefined ? null : await schoolIdOf(deps.db, template)
  if (templateId === undefined) throw new AppError('request.not-found', { field: 'template' })
  return deps.db.tenant(installationId, async (tx) => {
    await recordAct(tx, ctx, 'provider-link', templateId)
    const about = { userId: provider.user.userId, email: '', registered: null, templateId }
    return (await issueLink(tx, { deps, school: installation }, 'setup', about)).path
  })
}

interface AskedAdministrator {
  name: Bilingual
  email: string
  language: Language
}

/**
 * Lets an administrator of a school choose a password. While nobody manages the school, another address replaces the invited one. A
 * link to hand over is created only for who has not joined: who manages a school gets theirs by email.
 * @throws AppError request.not-found, provider.other-administrator, auth.user-name-taken
 */
async function letAdministratorIn(
  ctx: ProviderCtx,
  code: string,
  person: AskedAdministrator,
): Promise<{ isMailed: boolean; link: string | null; hours: number }> {
  const { deps, schoolsBase } = ctx
  const schoolId = await schoolIdOf(deps.db, code)
  if (schoolId === undefined) throw new AppError('request.not-found', { field: 'code' })
  await deps.db.tenant(installationId, (tx) => recordAct(tx, ctx, 'provider-administrator', schoolId))
  const passwordHash = await deps.passwords.hash(randomToken(deps.random))
  const origin = schoolAddress(code, schoolsBase())
  const { isMailed, path, hours } = await deps.db.tenant(schoolId, async (tx): Promise<Invitation> => {
    const school = await readSchool(tx, schoolId)
    const of = { deps, school, origin }
    const staff = await listStaff(tx, schoolId)
    const known = staff.find(({ userName }) => userName === accountKey(person.email))
    const isHandedOver = deps.mailer === undefined
    if (known && isActiveAdmin(known) && !(isHandedOver && hasJoined(known)))
      return inviteAgain(tx, of, known, person.language)
    // Of a school that somebody manages, its administrators say who else does.
    if (known || staff.some(hasJoined)) throw new AppError('provider.other-administrator', { field: 'email' })
    await endInvitations(tx, of, staff.filter(isActiveAdmin))
    return addFirstAdministrator(tx, of, { ...person, passwordHash })
  })
  return { isMailed, link: path === null ? null : origin + path, hours }
}

/** Ends the invitations of administrators who have not joined, and their accounts. @throws AppError provider.other-administrator */
async function endInvitations(tx: Tx, ctx: MailCtx, invited: readonly StaffAccount[]): Promise<void> {
  const { schoolId } = ctx.school
  for (const { id } of invited) {
    const person = await lockStaff(tx, schoolId, id)
    // Joined meanwhile.
    if (person && hasJoined(person)) throw new AppError('provider.other-administrator', { field: 'email' })
    await endInvitation(tx, ctx, id)
    await changeStaff(tx, schoolId, id, { disabledAt: toInstant(ctx.deps.clock.nowMs()) })
    await recordAuditEvent(tx, ctx, 'person-disabled', { about: id, facts: {}, by: null })
  }
}

async function inviteAgain(
  tx: Tx,
  ctx: MailCtx,
  { id: userId, userName, email }: StaffAccount,
  language: Language,
): Promise<Invitation> {
  await recordAuditEvent(tx, ctx, 'person-invited-again', { about: userId, facts: {}, by: null })
  if (ctx.deps.mailer === undefined) {
    const { path, hours } = await issueInvitation(tx, ctx, { userId, email })
    return { isMailed: false, path, hours: Number(hours) }
  }
  const { hours } = await mailInvitation(tx, ctx, { userId, userName, email }, language)
  return { isMailed: true, path: null, hours: Number(hours) }
}

/** Removes all demo schools. @returns their codes */
async function removeDemosFor(ctx: ProviderCtx): Promise<string[]> {
  const demos = await listDemoSchools(ctx.deps.db)
  if (demos.length > 0)
    await ctx.deps.db.tenant(installationId, (tx) => recordAct(tx, ctx, 'provider-demo-removed', null))
  return deleteDemoSchools(ctx.deps.db, demos)
}

const unstored = { headers: { 'cache-control': 'no-store' } }

/** Routes of the account above schools. */
export const providerRoutes: Feature = () => [
  route.common(providerSignIn, signProviderIn, unstored),
  route.common(providerByCode, finishByCode, unstored),
  route.common(providerFactorBegin, beginFactor, unstored),
  route.common(providerFactorConfirm, confirmFactor, unstored),
  route.provider(providerSignOut, async ({ deps, provider }) => {
    await deps.db.tenant(installationId, (tx) =>
      endSessionByHash(tx, installationId, provider.tokenHash, deps.clock.nowMs()),
    )
    return { success: true as const }
  }),
  route.provider(providerSchools, listProvided),
  route.provider(
    providerSetupLink,
    async (ctx, { template }) => ({ path: await linkForSchool(ctx, template) }),
    unstored,
  ),
  route.provider(
    providerAdministrator,
    (ctx, { code, administrator }) => letAdministratorIn(ctx, code, administrator),
    unstored,
  ),
  route.provider(providerDemoRemove, async (ctx) => ({ removed: await removeDemosFor(ctx) })),
]
