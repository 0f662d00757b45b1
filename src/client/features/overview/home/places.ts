import type { Permission, Role } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'

const needed = {
  submissions: 'submissions.see',
  forms: 'forms.edit',
  till: 'till.operate',
  report: 'sales.see',
  shifts: 'sales.see',
  accounts: 'accounts.see',
  devices: 'device.see',
  faces: 'faces.see',
  people: 'people.manage',
  audit: 'audit.see',
  mails: 'mail.see',
  heldCharges: 'faces.settle',
} as const satisfies Record<string, Permission>

type StaffPlace = keyof typeof needed
type FamilyPlace = 'apply' | 'enquire'
export type Place = StaffPlace | FamilyPlace

const ofStaff = [
  'submissions',
  'forms',
  'till',
  'report',
  'shifts',
  'accounts',
  'devices',
  'faces',
  'people',
  'audit',
  'mails',
] as const satisfies StaffPlace[]

/** What there is for these roles, in the order of a working day; for a family, what brings it here. */
export const placesFor = (kind: 'staff' | 'pos', roles: readonly Role[]): Place[] => [
  ...ofStaff.filter((place) => hasScopedPermission(kind, roles, needed[place])),
  // Anyone who sees the pages about faces finds the held charges there.
  ...(hasScopedPermission(kind, roles, needed.heldCharges) && !hasScopedPermission(kind, roles, needed.faces)
    ? (['heldCharges'] as const)
    : []),
  ...(roles.includes('family') ? (['apply', 'enquire'] as const) : []),
]
