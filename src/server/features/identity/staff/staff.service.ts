import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { peopleFound } from '#shared/identity/people-filter.rules.ts'
import type { changeRoles, invitePerson, PeopleFilter } from '#shared/identity/staff.contract.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { randomToken, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { endInvitation, mailInvitation } from '../accounts/invite.service.ts'
import { endEverywhere } from '../linked-schools/end-opened.service.ts'
import {
  addStaff,
  changeStaff,
  listStaff,
  lockAdmins,
  lockStaff,
  type StaffAccount,
} from '../sessions/staff.service.ts'
import { requireNotBreakGlass } from '../sign-in-settings/sign-in-settings.service.ts'
import { staffPerson } from './staff.view.ts'

/** A colleague with an invitation that is out. */
interface Invited {
  person: StaffAccount
  /** What the administrator hands over, where the server sends no email. */
  link: string | null
}

/** Invites a colleague. @throws AppError auth.user-name-taken */
export async function invite(ctx: SessionCtx, asked: z.output<typeof invitePerson.body>): Promise<Invited> {
  const { deps, school } = ctx
  const nowMs = deps.clock.nowMs()
  const userId = uuidv7(nowMs, deps.random) as UserId
  const { names: name, email, roles } = asked
  const userName = accountKey(asked.userName ?? email)
  // Unknown random password: until another one is chosen, only emailed links open the account.
  const passwordHash = await deps.passwords.hash(randomToken(deps.random))
  const row = { schoolId: school.schoolId, id: userId, userName, name, email, passwordHash, roles }
  return ctx.tenant(async (tx) => {
    const person = await addStaff(tx, row, toInstant(nowMs))
    if (!person)
      throw new AppError('auth.user-name-taken', { field: asked.userName === undefined ? 'email' : 'userName' })
    const { path } = await mailInvitation(tx, ctx, { userId, userName, email }, asked.language)
    await recordAuditEvent(tx, ctx, 'person-invited', { about: userId, facts: { roles: roles.join(' ') } })
    return { person, link: handedOver(ctx, path) }
  })
}

/** Invites again; the earlier link stops working. @throws AppError request.not-found, staff.has-joined */
export async function remindInvitee(
  ctx: SessionCtx,
  { id, language }: { id: UserId; language: Language },
): Promise<Invited> {
  const { schoolId } = ctx.school
  return ctx.tenant(async (tx) => {
    const person = await requireStaff(tx, schoolId, id)
    if (person.invitedAt === null || person.disabledAt !== null) throw new AppError('staff.has-joined')
    const { userName, email } = person
    const { path } = await mailInvitation(tx, ctx, { userId: id, userName, email }, language)
    await recordAuditEvent(tx, ctx, 'person-invited-again', { about: id, facts: {} })
    const changed = await changeStaff(tx, schoolId, id, { invitedAt: toInstant(ctx.deps.clock.nowMs()) })
    return { person: changed, link: handedOver(ctx, path) }
  })
}

/** Without a mailer nobody would get the link but by hand. */
const handedOver = ({ deps, origin }: SessionCtx, path: string): string | null =>
  deps.mailer === undefined ? origin + path : null

/**
 * Sets roles. They are read with every call, so a change applies from the next one on. Losing a role also ends the sessions, so
 * that no open screen shows what is no longer allowed. @throws AppError request.not-found, staff.changed, staff.last-admin,
 * auth.break-glass-missing
 */
export async function giveRoles(
  ctx: SessionCtx,
  { id, knownRoles, roles }: z.output<typeof changeRoles.body>,
): Promise<StaffAccount> {
  const { schoolId } = ctx.school
  return ctx.tenant(async (tx) => {
    const admins = await lockAdminsFor(tx, ctx)
    const person = await requireStaff(tx, schoolId, id)
    if (!sameRoles(person.roles, knownRoles)) throw new AppError('staff.changed')
    const wanted: Role[] = [...roles, ...person.roles.filter((role) => role === 'family')]
    const added = wanted.filter((role) => !person.roles.includes(role))
    const removed = person.roles.filter((role) => !wanted.includes(role))
    if (added.length + removed.length === 0) return person
    if (removed.includes('admin')) {
      requireAnother(admins, id)
      await requireNotBreakGlass(tx, schoolId, id)
    }
    if (removed.length > 0) await endEverywhere(tx, schoolId, id, ctx.deps.clock.nowMs())
    const facts = { added: added.join(' '), removed: removed.join(' ') }
    await recordAuditEvent(tx, ctx, 'person-roles', { about: id, facts })
    return changeStaff(tx, schoolId, id, { roles: wanted })
  })
}

/**
 * Deactivates an account with its sessions and emailed links, or reactivates it. @throws AppError request.not-found,
 * staff.last-admin
 */
export async function disable(
  ctx: SessionCtx,
  { id, isDisabled }: { id: UserId; isDisabled: boolean },
): Promise<StaffAccount> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  return ctx.tenant(async (tx) => {
    const admins = await lockAdminsFor(tx, ctx)
    const person = await requireStaff(tx, schoolId, id)
    if ((person.disabledAt !== null) === isDisabled) return person
    if (isDisabled) {
      if (person.roles.includes('admin')) requireAnother(admins, id)
      await requireNotBreakGlass(tx, schoolId, id)
      await endEverywhere(tx, schoolId, id, nowMs)
      await endInvitation(tx, ctx, id)
    }
    await recordAuditEvent(tx, ctx, isDisabled ? 'person-disabled' : 'person-enabled', { about: id, facts: {} })
    return changeStaff(tx, schoolId, id, { disabledAt: isDisabled ? toInstant(nowMs) : null })
  })
}

/**
 * Locks the administrators for a decision; one deactivated meanwhile may not decide, although their call began before. @throws
 * AppError access.denied
 */
export async function lockAdminsFor(tx: Tx, { school, session }: SessionCtx): Promise<UserId[]> {
  const admins = await lockAdmins(tx, school.schoolId)
  if (!admins.includes(session.user.userId)) throw new AppError('access.denied')
  return admins
}

/** Checks that another administrator remains. @throws AppError staff.last-admin */
export function requireAnother(admins: readonly UserId[], than: UserId): void {
  if (!admins.some((id) => id !== than)) throw new AppError('staff.last-admin')
}

/** Returns the colleague's account. @throws AppError request.not-found */
export async function requireStaff(tx: Tx, schoolId: string, id: UserId): Promise<StaffAccount> {
  const person = await lockStaff(tx, schoolId, id)
  if (!person) throw new AppError('request.not-found', { field: 'id' })
  return person
}

const sameRoles = (one: readonly Role[], other: readonly Role[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role))

/** Exports staff with their roles as a file. */
export const exportPeople = (ctx: SessionCtx, filter: PeopleFilter, how: ExportHow<'people'>): Promise<FileReply> =>
  exportList(ctx, 'people', how, {
    pages: async function* (tx) {
      const people = await listStaff(tx, ctx.school.schoolId)
      yield peopleFound(people.map(staffPerson), filter)
    },
    cells: ({ name, userName, email, roles, state, invitedAt }, voice) => ({
      nameEn: name.en,
      nameAr: name.ar,
      userName,
      email,
      roles: voice.listed(roles.map((role) => voice.word('staff.role', role))),
      state: voice.word('staff.state', state),
      invitedAt: voice.moment(invitedAt),
    }),
  })
