import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { peopleFound } from '#shared/identity/people-filter.rules.ts'
import type { PeopleFilter } from '#shared/identity/staff.contract.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { listStaff } from '../sessions/staff.service.ts'
import { staffPerson } from './staff.view.ts'

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
