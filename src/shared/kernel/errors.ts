/**
 * Every way a call can fail, closed: the id travels on the wire as `messageId` and is the key of the text in the
 * `errors` words of both languages; `status` is the HTTP status; `next` says who can do something about it.
 * Ids are for ever: devices in the field hold texts for them. L000 and L006 are the specification's own.
 */
export const errorCatalogue = {
  /** The answer had no body we could read. Made on the client, never sent. */
  L000: { status: 502, next: 'retry' },
  /** The access check failed without saying why. */
  L006: { status: 403, next: 'staff' },

  'tenant.missing': { status: 400, next: 'developer' },
  'tenant.unknown': { status: 404, next: 'user' },
  'tenant.mismatch': { status: 400, next: 'developer' },

  'request.invalid': { status: 400, next: 'user' },
  'request.too-large': { status: 413, next: 'user' },
  'request.not-json': { status: 400, next: 'developer' },
  'request.not-found': { status: 404, next: 'user' },
  'request.too-many': { status: 429, next: 'wait' },

  'auth.wrong-credentials': { status: 401, next: 'user' },
  'auth.too-many-attempts': { status: 429, next: 'wait' },
  'auth.account-disabled': { status: 403, next: 'staff' },
  'auth.not-an-operator': { status: 403, next: 'staff' },
  'auth.session-required': { status: 401, next: 'user' },
  'auth.session-expired': { status: 401, next: 'user' },
  'auth.not-verified': { status: 403, next: 'user' },
  /** Of a person who is signed in and wants another password. */
  'auth.password-wrong': { status: 400, next: 'user' },
  'auth.password-common': { status: 400, next: 'user' },
  'auth.user-name-taken': { status: 409, next: 'user' },
  'auth.code-wrong': { status: 400, next: 'user' },
  'auth.code-over': { status: 410, next: 'user' },
  'auth.link-over': { status: 410, next: 'user' },
  'auth.resend-too-soon': { status: 429, next: 'wait' },
  'auth.too-many-mails': { status: 429, next: 'wait' },
  'access.denied': { status: 403, next: 'staff' },
  'staff.last-admin': { status: 409, next: 'user' },
  'staff.changed': { status: 409, next: 'user' },
  'staff.has-joined': { status: 409, next: 'user' },

  'device.unknown': { status: 401, next: 'staff' },
  'device.revoked': { status: 403, next: 'staff' },
  'device.bad-signature': { status: 401, next: 'staff' },
  'device.clock': { status: 401, next: 'retry' },
  'device.code-invalid': { status: 400, next: 'user' },
  'device.till-taken': { status: 409, next: 'staff' },

  'sync.replayed': { status: 409, next: 'retry' },
  'sync.upgrade-needed': { status: 426, next: 'user' },
  'sync.forbidden': { status: 403, next: 'staff' },
  'sync.gap': { status: 409, next: 'retry' },
  'sync.invalid': { status: 400, next: 'staff' },
  'sync.id-conflict': { status: 409, next: 'staff' },
  'sync.server-older': { status: 503, next: 'retry' },
  'sync.broken-chain': { status: 409, next: 'staff' },

  'pos.shift-unknown': { status: 409, next: 'staff' },
  'pos.shift-closed': { status: 409, next: 'staff' },
  'pos.shift-required': { status: 409, next: 'user' },
  'pos.shift-open': { status: 409, next: 'user' },
  'pos.tenders-do-not-settle': { status: 400, next: 'user' },
  'pos.over-limit': { status: 409, next: 'user' },
  'pos.discount-not-allowed': { status: 403, next: 'staff' },

  'form.unknown': { status: 404, next: 'user' },
  'form.link-over': { status: 410, next: 'user' },
  'form.too-many-drafts': { status: 409, next: 'user' },
  'form.changed-elsewhere': { status: 409, next: 'user' },
  /** Handed in already, with other answers than these. */
  'form.handed-in': { status: 409, next: 'user' },
  'person.decided': { status: 409, next: 'user' },
  /** A mailed link that opens nothing: too old, used, ended, not whole, or of another school. */
  'link.over': { status: 410, next: 'user' },
  'form.edit-conflict': { status: 409, next: 'user' },
  'form.slug-taken': { status: 409, next: 'user' },
  'form.not-ready': { status: 409, next: 'user' },
  /** Faces are switched on only after the school has judged the risks. */
  'face.not-assessed': { status: 409, next: 'user' },
  /** The server was started without the key of faces, or with another one. */
  'face.no-key': { status: 409, next: 'staff' },
  'face.decided': { status: 409, next: 'user' },
  'student.erased': { status: 410, next: 'user' },
  'student.erase-early': { status: 409, next: 'user' },
  'student.erase-held': { status: 409, next: 'user' },
  'student.erase-owed': { status: 409, next: 'staff' },
  'student.changed': { status: 409, next: 'user' },
  'student.no-such-move': { status: 409, next: 'user' },
  'student.reason-missing': { status: 400, next: 'user' },
  'student.note-missing': { status: 400, next: 'user' },
  'student.review-day': { status: 400, next: 'user' },
  'student.proposed': { status: 409, next: 'user' },
  'student.proposal-over': { status: 409, next: 'user' },
  'student.needs-another': { status: 403, next: 'staff' },
  'student.not-submitted': { status: 409, next: 'user' },
  'student.identity-open': { status: 409, next: 'user' },
  'student.fee-most': { status: 409, next: 'user' },
  'student.age-unknown': { status: 409, next: 'user' },
  'student.age-rule': { status: 409, next: 'user' },
  'student.criteria-open': { status: 409, next: 'user' },
  'student.moderation-open': { status: 409, next: 'user' },
  'student.rule-unmet': { status: 409, next: 'user' },
  'student.appointment-open': { status: 409, next: 'user' },
  'student.seats-uncounted': { status: 409, next: 'staff' },
  'student.no-live-offer': { status: 409, next: 'user' },
  'student.offer-runs': { status: 409, next: 'user' },
  'student.signature-missing': { status: 409, next: 'user' },
  'student.money-missing': { status: 409, next: 'user' },
  'student.documents-open': { status: 409, next: 'user' },
  'student.consents-open': { status: 409, next: 'user' },
  'student.contract-open': { status: 409, next: 'user' },
  'student.register-open': { status: 409, next: 'user' },
  'student.after-first-day': { status: 409, next: 'staff' },
  'scoring.changed': { status: 409, next: 'user' },
  'scoring.incomplete': { status: 400, next: 'user' },
  'scoring.locked': { status: 409, next: 'staff' },
  'appointment.full': { status: 409, next: 'user' },
  'appointment.over': { status: 409, next: 'user' },
  'appointment.too-late': { status: 409, next: 'staff' },
  'appointment.changed': { status: 409, next: 'user' },
  'appointment.taken': { status: 409, next: 'user' },
  'appointment.no-slots': { status: 400, next: 'user' },
  'seat.changed': { status: 409, next: 'user' },
  'seat.below-taken': { status: 409, next: 'user' },
  'rules.changed': { status: 409, next: 'user' },
  /** It has left, was stopped, or was overtaken since somebody saw it. */
  'message.over': { status: 409, next: 'user' },
  'message.text-changed': { status: 409, next: 'user' },
  'student.seats-full': { status: 409, next: 'user' },
  'student.other-offer': { status: 409, next: 'user' },
  'student.place-open': { status: 409, next: 'user' },
  'student.offer-missing': { status: 400, next: 'user' },
  'student.has-history': { status: 409, next: 'user' },
  'student.seat-held': { status: 409, next: 'user' },
  'student.deposit-runs': { status: 409, next: 'user' },
  'student.out-of-order': { status: 400, next: 'user' },
  'offer.over': { status: 410, next: 'user' },
  'offer.paused': { status: 409, next: 'staff' },
  'offer.other-version': { status: 409, next: 'user' },
  'offer.forms-open': { status: 409, next: 'user' },
  'offer.scan-missing': { status: 400, next: 'user' },
  'offer.last-day': { status: 400, next: 'user' },
  'offer.receipt-known': { status: 409, next: 'user' },
  'offer.deposit': { status: 409, next: 'user' },
  'offer.early': { status: 409, next: 'user' },
  'offer.fee': { status: 409, next: 'user' },
  /** A letter lacks what has to stand in it: `field` names it. */
  'letter.incomplete': { status: 409, next: 'staff' },
  /** More at once than one job issues. */
  'letter.too-many': { status: 409, next: 'user' },
  /** The paper could not be made now. */
  'letter.not-made': { status: 503, next: 'retry' },
  /** What was made again is not what was issued: it is given to nobody. */
  'letter.differs': { status: 409, next: 'staff' },
  /** A picture that can't be a logo: `field` says why. */
  'letter.logo-refused': { status: 400, next: 'user' },

  'document.changed': { status: 409, next: 'user' },
  'document.no-such-step': { status: 409, next: 'user' },
  'document.reason-missing': { status: 400, next: 'user' },
  'document.day': { status: 400, next: 'user' },
  'document.too-large': { status: 413, next: 'user' },
  'document.wrong-kind': { status: 400, next: 'user' },
  'document.too-many': { status: 409, next: 'user' },
  'document.nothing-open': { status: 409, next: 'user' },
  'robots.proof-needed': { status: 429, next: 'wait' },
  'robots.proof-refused': { status: 403, next: 'retry' },

  'outbox.not-set-aside': { status: 409, next: 'user' },
  'outbox.not-exported': { status: 409, next: 'user' },

  'server.failed': { status: 500, next: 'retry' },
  'server.busy': { status: 503, next: 'retry' },
} as const satisfies Record<string, { status: number; next: 'user' | 'retry' | 'wait' | 'staff' | 'developer' }>

export type MessageId = keyof typeof errorCatalogue

export const isMessageId = (id: unknown): id is MessageId => typeof id === 'string' && Object.hasOwn(errorCatalogue, id)

/**
 * The one error that services throw. `field` names the input at fault, `retryAfterMs` how long to wait before the same
 * call can succeed; `cause` is for logs and never travels.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly messageId: MessageId
  readonly field: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(messageId: MessageId, more: { field?: string; retryAfterMs?: number; cause?: unknown } = {}) {
    super(messageId, more.cause === undefined ? undefined : { cause: more.cause })
    this.messageId = messageId
    this.field = more.field
    this.retryAfterMs = more.retryAfterMs
  }

  get status(): number {
    return errorCatalogue[this.messageId].status
  }
}
