import { may, type Permission, type Role } from '#shared/rules/roles.ts'

export type Place = 'submissions' | 'till' | 'report' | 'shifts' | 'devices'

const needed: Record<Place, Permission> = {
  submissions: 'submissions.see',
  till: 'till.operate',
  report: 'sales.see',
  shifts: 'sales.see',
  devices: 'device.see',
}

/** What there is for these roles, in the order of a working day. */
export const placesFor = (roles: readonly Role[]): Place[] =>
  (['submissions', 'till', 'report', 'shifts', 'devices'] as const).filter((place) => may(roles, needed[place]))
