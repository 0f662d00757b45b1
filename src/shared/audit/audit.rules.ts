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

interface Act {
  readonly group: AuditGroup
  readonly about: AuditKind
  /** The only facts that may be kept of it: codes, counts and roles, never a name or what somebody typed. */
  readonly facts: readonly string[]
}

/**
 * Everything that is written into the record, by a code that never changes its meaning. Steps of students and what is done
 * about faces have histories of their own, which are searched with this one and not copied into it.
 */
export const auditActs = {
  'sign-in': { group: 'accounts', about: 'person', facts: ['kind'] },
  'sign-in-refused': { group: 'accounts', about: 'person', facts: ['kind', 'why'] },
  'avatar-set': { group: 'accounts', about: 'person', facts: [] },
  'password-set': { group: 'accounts', about: 'person', facts: [] },
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
  'person-invited': { group: 'people', about: 'person', facts: ['roles'] },
  'person-invited-again': { group: 'people', about: 'person', facts: [] },
  'person-roles': { group: 'people', about: 'person', facts: ['added', 'removed'] },
  'person-disabled': { group: 'people', about: 'person', facts: [] },
  'person-left': { group: 'people', about: 'person', facts: ['removed', 'count'] },
  'person-enabled': { group: 'people', about: 'person', facts: [] },
  'letter-published': { group: 'settings', about: 'settings', facts: ['kind', 'version'] },
  'letter-logo-set': { group: 'settings', about: 'settings', facts: ['version'] },
  'letter-logo-removed': { group: 'settings', about: 'settings', facts: ['version'] },
  'form-published': { group: 'forms', about: 'form', facts: ['version'] },
  'device-paired': { group: 'devices', about: 'device', facts: [] },
  'device-revoked': { group: 'devices', about: 'device', facts: [] },
  'place-set': { group: 'devices', about: 'settings', facts: ['isNew'] },
  'till-set': { group: 'devices', about: 'settings', facts: ['isNew', 'kind'] },
  'till-removed': { group: 'devices', about: 'settings', facts: ['kind'] },
  'report-issued': { group: 'students', about: 'student', facts: [] },
  'letters-issued': { group: 'students', about: 'student', facts: ['kind', 'count'] },
  'message-stopped': { group: 'students', about: 'student', facts: ['event'] },
  'message-sent': { group: 'students', about: 'student', facts: ['event'] },
  'many-messages-begun': { group: 'students', about: 'student', facts: ['count', 'isNecessary'] },
  'many-messages-changed': { group: 'students', about: 'student', facts: ['to'] },
  'message-text-set': { group: 'settings', about: 'settings', facts: ['event', 'version'] },
  'letter-differs': { group: 'students', about: 'student', facts: [] },
  'students-exported': { group: 'exports', about: 'student', facts: ['count', 'format'] },
  'list-exported': { group: 'exports', about: 'settings', facts: ['list', 'count', 'format'] },
  'students-imported': { group: 'students', about: 'student', facts: ['count', 'format'] },
  'student-begun': { group: 'students', about: 'student', facts: ['count'] },
  'student-record': { group: 'students', about: 'student', facts: ['count'] },
  'student-erased': { group: 'students', about: 'student', facts: [] },
  'file-erased': { group: 'students', about: 'student', facts: ['cause'] },
  'enquiry-erased': { group: 'forms', about: 'submission', facts: ['cause'] },
  'work-status-set': { group: 'forms', about: 'submission', facts: [] },
  'file-held': { group: 'students', about: 'student', facts: ['state'] },
  'sensitive-read': { group: 'sensitive', about: 'submission', facts: ['count'] },
  'sensitive-file-read': { group: 'sensitive', about: 'submission', facts: [] },
  'sensitive-document-read': { group: 'sensitive', about: 'student', facts: [] },
  'consent-wording-published': { group: 'settings', about: 'settings', facts: ['purpose', 'version', 'again'] },
  'school-settings-set': { group: 'settings', about: 'settings', facts: ['group', 'parts', 'version'] },
  'start-set': { group: 'settings', about: 'settings', facts: ['parts', 'isClosed'] },
  'seats-set': { group: 'settings', about: 'seats', facts: ['seats', 'overOffer'] },
  'admission-rules-set': { group: 'settings', about: 'settings', facts: ['revision'] },
  'catalogue-category-set': { group: 'settings', about: 'settings', facts: ['isNew'] },
  'catalogue-item-set': { group: 'settings', about: 'settings', facts: ['isNew', 'isRepriced'] },
  'catalogue-items-set': { group: 'settings', about: 'settings', facts: ['count', 'isRepriced'] },
  'catalogue-options-set': { group: 'settings', about: 'settings', facts: ['isNew'] },
  'catalogue-prices-planned': { group: 'settings', about: 'settings', facts: ['count'] },
  'catalogue-favourites-set': { group: 'settings', about: 'settings', facts: ['count'] },
  'catalogue-imported': { group: 'settings', about: 'settings', facts: ['count', 'isRepriced'] },
  'pupils-imported': { group: 'students', about: 'pupil', facts: ['count'] },
  'pupil-card-given': { group: 'students', about: 'pupil', facts: ['count'] },
  'pupil-card-ended': { group: 'students', about: 'pupil', facts: ['why'] },
  'class-set': { group: 'settings', about: 'settings', facts: ['isNew', 'grade'] },
  'class-removed': { group: 'settings', about: 'settings', facts: ['grade'] },
  'pupil-class-set': { group: 'students', about: 'pupil', facts: [] },
  'pupil-left': { group: 'students', about: 'pupil', facts: ['why'] },
  'pupil-returned': { group: 'students', about: 'pupil', facts: [] },
  'classes-promoted': { group: 'students', about: 'pupil', facts: ['fromYear', 'count'] },
  'promotion-undone': { group: 'students', about: 'pupil', facts: ['fromYear', 'count'] },
  'account-money-moved': { group: 'students', about: 'pupil', facts: ['kind', 'state'] },
  'account-money-decided': { group: 'students', about: 'pupil', facts: ['kind', 'state'] },
  'account-limits-set': { group: 'students', about: 'pupil', facts: ['parts'] },
  'fee-payment-recorded': { group: 'students', about: 'student', facts: ['method', 'state'] },
  'fee-payment-moved': { group: 'students', about: 'student', facts: ['count'] },
  'fee-credit-issued': { group: 'students', about: 'student', facts: ['count'] },
  'fee-billing-started': { group: 'students', about: 'student', facts: ['year', 'count'] },
  'fee-billing-set': { group: 'students', about: 'student', facts: ['state'] },
  'fee-claim-asked': { group: 'students', about: 'student', facts: ['kind'] },
  'fee-claim-decided': { group: 'students', about: 'student', facts: ['kind', 'state'] },
  'fee-refund-paid': { group: 'students', about: 'student', facts: ['method'] },
  'fee-period-locked': { group: 'settings', about: 'settings', facts: [] },
  'fee-setup-set': { group: 'settings', about: 'settings', facts: ['parts', 'isNew'] },
  'fee-setup-removed': { group: 'settings', about: 'settings', facts: ['parts'] },
  'fee-schedule-approved': { group: 'settings', about: 'settings', facts: ['year', 'version'] },
  'fee-payer-set': { group: 'settings', about: 'settings', facts: ['kind', 'isNew'] },
  'fee-shares-set': { group: 'students', about: 'student', facts: ['count'] },
  'fee-plan-chosen': { group: 'students', about: 'student', facts: ['year'] },
  'fee-grant-made': { group: 'students', about: 'student', facts: ['state'] },
  'fee-grant-decided': { group: 'students', about: 'student', facts: ['state'] },
  'fee-grant-ended': { group: 'students', about: 'student', facts: ['state'] },
  'document-types-set': { group: 'settings', about: 'settings', facts: ['version'] },
  'offer-link-mailed': { group: 'students', about: 'student', facts: ['version'] },
  'paper-signature': { group: 'students', about: 'student', facts: ['version', 'format'] },
  'deposit-recorded': { group: 'students', about: 'student', facts: ['version', 'method'] },
  'deposit-waiver-asked': { group: 'students', about: 'student', facts: ['version'] },
  'deposit-waived': { group: 'students', about: 'student', facts: ['version'] },
  'refund-recorded': { group: 'students', about: 'student', facts: ['version', 'method'] },
  'formality-recorded': { group: 'students', about: 'student', facts: ['formality', 'state'] },
  'application-fee-recorded': { group: 'students', about: 'student', facts: ['method'] },
  'application-fee-refunded': { group: 'students', about: 'student', facts: ['method'] },
  'application-fee-reversed': { group: 'students', about: 'student', facts: [] },
  'cash-taken': { group: 'students', about: 'student', facts: ['kind', 'state'] },
  'cash-returned': { group: 'students', about: 'student', facts: [] },
  'cash-placed': { group: 'students', about: 'student', facts: ['kind'] },
  'fee-gateway-set': { group: 'settings', about: 'settings', facts: ['kind', 'state', 'parts'] },
  'fee-link-made': { group: 'students', about: 'settings', facts: ['kind'] },
  'fee-online-mismatch': { group: 'students', about: 'settings', facts: ['kind', 'why'] },
  'fee-events-replayed': { group: 'settings', about: 'settings', facts: ['kind', 'count'] },
  'fee-settlement-booked': { group: 'settings', about: 'settings', facts: ['kind', 'count'] },
  'fee-export-made': { group: 'exports', about: 'settings', facts: ['count'] },
  'fee-cheque-received': { group: 'students', about: 'settings', facts: [] },
  'fee-cheque-moved': { group: 'students', about: 'settings', facts: ['state'] },
  'fee-statement-imported': { group: 'settings', about: 'settings', facts: ['format', 'count'] },
  'fee-line-decided': { group: 'students', about: 'settings', facts: ['state'] },
  'fee-import-set': { group: 'settings', about: 'settings', facts: ['state'] },
  'fee-gateway-tried': { group: 'settings', about: 'settings', facts: ['kind', 'state'] },
  'refusal-notice-filed': { group: 'students', about: 'student', facts: [] },
  'identity-checked': { group: 'students', about: 'student', facts: ['kind', 'state'] },
  'till-account-opened': { group: 'students', about: 'student', facts: ['how'] },
  'till-account-closed': { group: 'students', about: 'student', facts: ['how'] },
  'till-account-settled': { group: 'students', about: 'student', facts: ['method'] },
  'family-access-given': { group: 'students', about: 'student', facts: ['count'] },
  'family-access-taken': { group: 'students', about: 'student', facts: ['count'] },
  'till-allergens-set': { group: 'students', about: 'student', facts: ['count'] },
  'consent-paper': { group: 'students', about: 'student', facts: ['agreed', 'declined', 'format'] },
  'form-waived': { group: 'students', about: 'student', facts: ['form'] },
  'form-waiver-withdrawn': { group: 'students', about: 'student', facts: ['form'] },
  'claim-judged': { group: 'students', about: 'student', facts: ['claim', 'state'] },
  'age-overridden': { group: 'students', about: 'student', facts: ['grade', 'entryYear'] },
  'place-changed': { group: 'students', about: 'student', facts: ['entryYear', 'grade'] },
  'scoring-set': { group: 'settings', about: 'settings', facts: ['entryYear', 'grade', 'version'] },
  'scoring-submitted': { group: 'students', about: 'student', facts: ['version'] },
  'scoring-reopened': { group: 'students', about: 'student', facts: [] },
  'scoring-moderated': { group: 'students', about: 'student', facts: ['takes'] },
  'slots-made': { group: 'settings', about: 'settings', facts: ['kind', 'count'] },
  'appointment-booked': { group: 'students', about: 'student', facts: ['kind'] },
  'appointment-settled': { group: 'students', about: 'student', facts: ['kind', 'state'] },
  'appointment-link-mailed': { group: 'students', about: 'student', facts: ['kind'] },
} as const satisfies Record<string, Act>

export type AuditAct = keyof typeof auditActs
export type AuditDetailsOf<A extends AuditAct> = Readonly<
  Record<(typeof auditActs)[A]['facts'][number], string | number | boolean>
>

/** Who did what no colleague did: a family by its link, the clock by the rules, a device; else nobody that is known. */
export function actorOf({
  deviceId,
  facts,
}: {
  deviceId: string | null
  facts: Readonly<Record<string, unknown>>
}): 'device' | 'family' | 'clock' | 'nobody' {
  if (deviceId) return 'device'
  return facts['mover'] === 'family' || facts['mover'] === 'clock' ? facts['mover'] : 'nobody'
}
