import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { secondFactorReset } from '#shared/identity/second-factor.contract.ts'
import {
  changeRoles,
  disablePerson,
  inviteAgain,
  invitePeople,
  invitePerson,
  leavePerson,
  type PeopleFilter,
  peopleExport,
  peopleList,
} from '#shared/identity/staff.contract.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'

export const listPeople = async () => (await ask(peopleList, {})).people
/** @returns the link to hand over; null where the server has mailed it */
export const invite = async (asked: z.input<typeof invitePerson.body>) => (await ask(invitePerson, asked)).link
export const inviteMany = async (asked: z.input<typeof invitePeople.body>) => (await ask(invitePeople, asked)).rows
export const leave = async (asked: z.input<typeof leavePerson.body>) => (await ask(leavePerson, asked)).owned
export const remind = async (asked: z.input<typeof inviteAgain.body>) => (await ask(inviteAgain, asked)).link
export const giveRoles = (asked: z.input<typeof changeRoles.body>) => ask(changeRoles, asked)
export const resetFactor = (asked: z.input<typeof secondFactorReset.body>) => ask(secondFactorReset, asked)
export const setDisabled = (asked: z.input<typeof disablePerson.body>) => ask(disablePerson, asked)
export const exportPeople = (filter: PeopleFilter, how: ExportHow<'people'>) => ask(peopleExport, { filter, ...how })
