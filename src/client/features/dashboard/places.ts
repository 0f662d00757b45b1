import { may, type Permission, type Role } from '#shared/rules/roles.ts'

export type Place = 'till' | 'report' | 'devices'

const needed: Record<Place, Permission> = { till: 'till.operate', report: 'sales.see', devices: 'device.see' }

/** What there is for these roles, in the order of a working day. */
export const placesFor = (roles: readonly Role[]): Place[] =>
  (['till', 'report', 'devices'] as const).filter((place) => may(roles, needed[place]))
