import type { Permission } from './roles.ts'

/**
 * What a token of another program may be made for, each with the permission that its maker must have: at the making, and at every
 * use. Closed: a scope keeps its meaning, since tokens hold it.
 */
export const scopePermissions = {
  'pupils.read': 'pupils.see',
  'classes.read': 'pupils.see',
  'enquiries.read': 'submissions.see',
  'students.read': 'students.see',
  'appointments.read': 'appointments.see',
  'fees.read': 'fees.see',
  'sales.read': 'sales.see',
  'accounts.read': 'accounts.see',
  'catalogue.read': 'catalogue.edit',
} as const satisfies Record<string, Permission>

export type ApiScope = keyof typeof scopePermissions
export const apiScopes = Object.keys(scopePermissions) as [ApiScope, ...ApiScope[]]

/** Beginning of each token, by which it is told from a session's, and found where it was published by mistake. */
export const apiTokenPrefix = 'bwb_'
