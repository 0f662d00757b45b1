import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  changeRoles,
  disablePerson,
  inviteAgain,
  invitePeople,
  invitePerson,
  leavePerson,
  peopleExport,
  peopleList,
} from '#shared/identity/staff.contract.ts'
import { factorOwners } from '../second-factor/factor-owner.service.ts'
import { listStaff } from '../sessions/staff.service.ts'
import { inviteMany } from './invite-many.service.ts'
import { type HandOver, leave } from './leave.service.ts'
import { disable, exportPeople, giveRoles, invite, remindInvitee } from './staff.service.ts'
import { staffPerson } from './staff.view.ts'

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
