/** What an entry of the record can be about. */
export const auditKinds = ['person', 'submission', 'form', 'device', 'student', 'pupil', 'seats', 'settings'] as const
export type AuditKind = (typeof auditKinds)[number]

/** What is looked for together. */
export const auditGroups = [
  'accounts',
  'people',
  'students',
  'faces',
  'forms',
  'devices',
  'sensitive',
  'exports',
  'settings',
] as const
export type AuditGroup = (typeof auditGroups)[number]

export interface Act {
  readonly group: AuditGroup
  readonly about: AuditKind
  /** The only facts that may be kept of it: codes, counts and roles, never a name or what somebody typed. */
  readonly facts: readonly string[]
}

/** Acts about accounts, sign-in and the installation. */
export const accountActs = {
  'sign-in': { group: 'accounts', about: 'person', facts: ['kind'] },
  'sign-in-refused': { group: 'accounts', about: 'person', facts: ['kind', 'why'] },
  'avatar-set': { group: 'accounts', about: 'person', facts: [] },
  'password-set': { group: 'accounts', about: 'person', facts: [] },
  'second-factor-set': { group: 'accounts', about: 'person', facts: [] },
  'second-factor-off': { group: 'accounts', about: 'person', facts: [] },
  'second-factor-reset': { group: 'accounts', about: 'person', facts: [] },
  'recovery-codes-made': { group: 'accounts', about: 'person', facts: [] },
  'recovery-code-used': { group: 'accounts', about: 'person', facts: [] },
  'sign-in-settings-set': { group: 'settings', about: 'settings', facts: ['parts', 'state'] },
  'passkey-added': { group: 'accounts', about: 'person', facts: [] },
  'passkey-removed': { group: 'accounts', about: 'person', facts: [] },
  'sso-linked': { group: 'accounts', about: 'person', facts: [] },
  'sso-unlinked': { group: 'accounts', about: 'person', facts: [] },
  'sso-refused': { group: 'accounts', about: 'person', facts: ['why'] },
  'password-dropped': { group: 'accounts', about: 'person', facts: [] },
  'school-linked': { group: 'accounts', about: 'person', facts: ['school'] },
  'school-unlinked': { group: 'accounts', about: 'person', facts: ['school'] },
  'demo-removed': { group: 'settings', about: 'settings', facts: ['count'] },
  'school-created': { group: 'settings', about: 'settings', facts: [] },
  'provider-set': { group: 'accounts', about: 'person', facts: [] },
  'provider-removed': { group: 'accounts', about: 'person', facts: [] },
  'provider-in': { group: 'accounts', about: 'person', facts: [] },
  'provider-refused': { group: 'accounts', about: 'person', facts: [] },
  'provider-link': { group: 'settings', about: 'settings', facts: [] },
  'provider-administrator': { group: 'settings', about: 'settings', facts: [] },
  'provider-demo-removed': { group: 'settings', about: 'settings', facts: [] },
  'provider-school-created': { group: 'settings', about: 'settings', facts: [] },
} as const satisfies Record<string, Act>
