import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { type InviteRow, maxInvites, readInviteList } from '#shared/identity/invite-list.rules.ts'
import { roleNames } from '#shared/identity/role-names.rules.ts'
import {
  changeRoles,
  disablePerson,
  type InvitedRow,
  inviteAgain,
  invitePeople,
  invitePerson,
  leavePerson,
  peopleExport,
  peopleList,
  staffRoles,
} from '#shared/identity/staff.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { randomToken, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { mailInvitation } from '../accounts/invite.service.ts'
import { factorOwners } from '../second-factor/factor-owner.service.ts'
import { addStaff, listStaff, takenUserNames } from '../sessions/staff.service.ts'
import { type HandOver, leave } from './leave.service.ts'
import { disable, exportPeople, giveRoles, invite, remindInvitee } from './staff.service.ts'
import { staffPerson } from './staff.view.ts'

const byName = new Map(
  staffRoles.flatMap((role) =>
    [role, roleNames[role].en, roleNames[role].ar].map((name): [string, Role] => [foldText(name), role]),
  ),
)

/**
 * Reads a list of people and, if asked, invites those who have no account yet: all of them, or none while a line is refused. The
 * same list again invites nobody twice. @throws AppError request.too-large for more than `maxInvites` lines
 */
async function inviteMany(
  ctx: SessionCtx,
  { list, roles, language, isApplied }: z.output<typeof invitePeople.body>,
): Promise<z.input<typeof InvitedRow>[]> {
  const { school, deps } = ctx
  const rows = readInviteList(list, {
    roleNamed: (text) => byName.get(foldText(text)),
    defaultRoles: roles,
    isEmail: (text) => Email.safeParse(text).success,
  })
  if (rows.length > maxInvites) throw new AppError('request.too-large')
  // Of a password that nobody knows: until another one is chosen, only emailed links open the accounts.
  const passwordHash = isApplied ? await deps.passwords.hash(randomToken(deps.random)) : ''
  return ctx.tenant(async (tx) => {
    const taken = await takenUserNames(
      tx,
      school.schoolId,
      rows.map(({ email }) => accountKey(email)),
    )
    const stateOf = (row: InviteRow) => (row.problem ? 'refused' : taken.has(accountKey(row.email)) ? 'known' : 'new')
    const isRefused = rows.some(({ problem }) => problem !== null)
    if (isApplied && !isRefused) {
      for (const row of rows.filter((each) => stateOf(each) === 'new')) {
        const nowMs = deps.clock.nowMs()
        const userId = uuidv7(nowMs, deps.random) as UserId
        const account = { userName: accountKey(row.email), email: row.email }
        const person = {
          schoolId: school.schoolId,
          id: userId,
          name: row.name,
          roles: [...row.roles],
          passwordHash,
          ...account,
        }
        if (!(await addStaff(tx, person, toInstant(nowMs)))) continue
        await mailInvitation(tx, ctx, { userId, ...account }, language)
        await recordAuditEvent(tx, ctx, 'person-invited', { about: userId, facts: { roles: row.roles.join(' ') } })
      }
    }
    return rows.map((row) => ({ ...row, roles: [...row.roles], state: stateOf(row) }))
  })
}

export const staffRoutes =
  (handOver: HandOver): Feature =>
  () => [
    route.session(invitePeople, async (ctx, asked) => {
      requirePermission(ctx.session, 'people.manage')
      return { rows: await inviteMany(ctx, asked) }
    }),
    route.session(leavePerson, async (ctx, asked) => {
      requirePermission(ctx.session, 'people.manage')
      return { owned: await leave(ctx, asked, handOver) }
    }),
    route.session(peopleList, async (ctx) => {
      requirePermission(ctx.session, 'people.manage')
      const { schoolId } = ctx.school
      return ctx.tenant(async (tx) => {
        const people = await listStaff(tx, schoolId)
        const owners = await factorOwners(tx, schoolId)
        return { people: people.map((each) => ({ ...staffPerson(each), hasSecondFactor: owners.has(each.id) })) }
      })
    }),
    route.session(peopleExport, (ctx, { filter, ...how }) => {
      requirePermission(ctx.session, 'people.manage')
      return exportPeople(ctx, filter, how)
    }),
    route.session(invitePerson, async (ctx, asked) => {
      requirePermission(ctx.session, 'people.manage')
      const { person, link } = await invite(ctx, asked)
      return { person: staffPerson(person), link }
    }),
    route.session(inviteAgain, async (ctx, asked) => {
      requirePermission(ctx.session, 'people.manage')
      const { person, link } = await remindInvitee(ctx, asked)
      return { person: staffPerson(person), link }
    }),
    route.session(changeRoles, async (ctx, asked) => {
      requirePermission(ctx.session, 'people.manage')
      return { person: staffPerson(await giveRoles(ctx, asked)) }
    }),
    route.session(disablePerson, async (ctx, asked) => {
      requirePermission(ctx.session, 'people.manage')
      return { person: staffPerson(await disable(ctx, asked)) }
    }),
  ]
