// chunk: desk-frame
import type { Role } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { screenPermission } from '#shared/kernel/screens.ts'
import type { Place } from './places.ts'

/** Where the nav leads, in the order of a working day; what a place asks for stands in rules/screens.ts. */
const groups = [
  {
    group: 'admissions',
    places: [
      'dashboard',
      'enquiries',
      'pre_admission',
      'seats',
      'appointments',
      'scoring',
      'letters',
      'messages',
      'forms',
    ],
  },
  {
    group: 'sales',
    places: [
      'pos',
      'catalogue',
      'pos.transaction-report',
      'pos.report',
      'pos.summaryOfSalesByTill',
      'pos.exceptions',
      'pos.CustomerAccountSummary',
      'pos.devices',
    ],
  },
  { group: 'faces', places: ['faces', 'faces.charges', 'pos.bulk-face-recognition'] },
  {
    group: 'office',
    places: ['pupils', 'fees', 'office-forms', 'people', 'settings', 'audit', 'mails', 'status', 'help'],
  },
] as const satisfies readonly { group: string; places: readonly Place[] }[]

/** What a family comes for. */
const familyPlaces = ['dashboard', 'admission', 'enquiry.new'] as const satisfies readonly Place[]

export type NavGroup = (typeof groups)[number]['group'] | 'family'
export type NavPlace = (typeof groups)[number]['places'][number] | (typeof familyPlaces)[number]

export interface NavEntries {
  group: NavGroup
  places: readonly NavPlace[]
}

export const addressOf = {
  dashboard: '/dashboard',
  enquiries: '/enquiries',
  pre_admission: '/pre_admission',
  seats: '/seats',
  letters: '/letters',
  messages: '/messages',
  appointments: '/appointments',
  scoring: '/scoring',
  forms: '/forms',
  pos: '/pos',
  catalogue: '/catalogue',
  'pos.transaction-report': '/pos/transaction-report',
  'pos.report': '/pos/report',
  'pos.summaryOfSalesByTill': '/pos/summaryOfSalesByTill',
  'pos.exceptions': '/pos/exceptions',
  'pos.CustomerAccountSummary': '/pos/CustomerAccountSummary',
  'pos.devices': '/pos/devices',
  'pos.bulk-face-recognition': '/pos/bulk-face-recognition',
  faces: '/faces',
  'faces.charges': '/faces/charges',
  pupils: '/pupils',
  fees: '/fees',
  'office-forms': '/office-forms',
  people: '/people',
  settings: '/settings',
  audit: '/audit',
  mails: '/mails',
  status: '/status',
  help: '/help',
  admission: '/admission',
  'enquiry.new': '/enquiry/new',
} as const satisfies Record<NavPlace, string>

/** What there is for these roles; a group without anything is none. */
export function navEntries(kind: 'staff' | 'pos', roles: readonly Role[]): NavEntries[] {
  const isOpen = (place: NavPlace): boolean => {
    const permission = screenPermission(addressOf[place])
    // Anyone who opens the pages about faces finds the held charges there.
    if (place === 'faces.charges' && hasScopedPermission(kind, roles, 'faces.see')) return false
    return permission === undefined || hasScopedPermission(kind, roles, permission)
  }
  const isFamily = roles.includes('family')
  const isStaff = roles.some((role) => role !== 'family')
  const ofFamily: NavEntries = {
    group: 'family',
    places: familyPlaces.filter((place) => !isStaff || place !== 'dashboard'),
  }
  const ofStaff = groups.map(({ group, places }) => ({ group, places: places.filter(isOpen) }))
  return [...(isFamily && !isStaff ? [] : ofStaff), ...(isFamily ? [ofFamily] : [])].filter(
    ({ places }) => places.length > 0,
  )
}
