import type { Permission, Role } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'

/** The pages about faces, in the order of their use, and what each asks for; the server decides by the same (rules/screens.ts). */
const needed = {
  people: 'faces.see',
  suspicions: 'faces.enrol',
  charges: 'faces.settle',
  devices: 'faces.see',
  deletions: 'faces.see',
  record: 'faces.see',
  settings: 'faces.manage',
  assessment: 'faces.manage',
  calibration: 'faces.calibrate',
} as const satisfies Record<string, Permission>

export type DeskPlace = keyof typeof needed

export const deskPlaces = Object.keys(needed) as DeskPlace[]

export const addressOf = {
  people: '/faces',
  suspicions: '/faces/suspicions',
  charges: '/faces/charges',
  devices: '/faces/devices',
  deletions: '/faces/deletions',
  record: '/faces/record',
  settings: '/faces/settings',
  assessment: '/faces/assessment',
  calibration: '/faces/calibration',
} as const satisfies Record<DeskPlace, string>

export const mayOpen = (kind: 'staff' | 'pos', roles: readonly Role[], place: DeskPlace): boolean =>
  hasScopedPermission(kind, roles, needed[place])
