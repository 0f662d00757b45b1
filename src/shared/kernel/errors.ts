/**
 * Every way a call can fail, closed: the id travels on the wire as `messageId` and is the key of the text in the
 * `errors` words of both languages; its value is the HTTP status. What to do about it the text says.
 * Ids are for ever: devices in the field hold texts for them. L000 and L006 are the specification's own.
 */
export const errorCatalogue = {
  /** The answer had no body we could read. Made on the client, never sent. */
  L000: 502,
  /** The access check failed without saying why. */
  L006: 403,

  'tenant.missing': 400,
  'tenant.unknown': 404,
  'tenant.mismatch': 400,

  'request.invalid': 400,
  'request.too-large': 413,
  'request.not-json': 400,
  'request.not-found': 404,
  'request.too-many': 429,

  'auth.wrong-credentials': 401,
  'auth.too-many-attempts': 429,
  'auth.account-disabled': 403,
  'auth.not-an-operator': 403,
  'auth.session-required': 401,
  'auth.session-expired': 401,
  'auth.not-verified': 403,
  /** Of a person who is signed in and wants another password. */
  'auth.password-wrong': 400,
  'auth.password-common': 400,
  'auth.user-name-taken': 409,
  'auth.code-wrong': 400,
  'auth.code-over': 410,
  'auth.link-over': 410,
  'auth.resend-too-soon': 429,
  'auth.too-many-mails': 429,
  'access.denied': 403,
  'staff.last-admin': 409,
  'staff.changed': 409,
  'staff.has-joined': 409,

  'device.unknown': 401,
  'device.revoked': 403,
  'device.bad-signature': 401,
  'device.clock': 401,
  'device.code-invalid': 400,
  'device.till-taken': 409,

  'sync.replayed': 409,
  'sync.upgrade-needed': 426,
  'sync.forbidden': 403,
  'sync.gap': 409,
  'sync.invalid': 400,
  'sync.id-conflict': 409,
  'sync.server-older': 503,
  'sync.broken-chain': 409,

  'pos.shift-unknown': 409,
  'pos.shift-closed': 409,
  'pos.shift-required': 409,
  'pos.shift-open': 409,
  'pos.tenders-do-not-settle': 400,
  'pos.over-limit': 409,
  'pos.discount-not-allowed': 403,

  'form.unknown': 404,
  'form.link-over': 410,
  'form.too-many-drafts': 409,
  'form.changed-elsewhere': 409,
  /** Handed in already, with other answers than these. */
  'form.handed-in': 409,
  'person.decided': 409,
  /** A mailed link that opens nothing: too old, used, ended, not whole, or of another school. */
  'link.over': 410,
  'form.edit-conflict': 409,
  'form.slug-taken': 409,
  'form.not-ready': 409,
  /** Faces are switched on only after the school has judged the risks. */
  'face.not-assessed': 409,
  /** The server was started without the key of faces, or with another one. */
  'face.no-key': 409,
  'face.decided': 409,
  'student.erased': 410,
  'student.erase-early': 409,
  'student.erase-held': 409,
  'student.erase-owed': 409,
  'student.changed': 409,
  'student.no-such-move': 409,
  'student.reason-missing': 400,
  'student.note-missing': 400,
  'student.review-day': 400,
  'student.proposed': 409,
  'student.proposal-over': 409,
  'student.needs-another': 403,
  'student.not-submitted': 409,
  'student.identity-open': 409,
  'student.fee-most': 409,
  'student.age-unknown': 409,
  'student.age-rule': 409,
  'student.criteria-open': 409,
  'student.moderation-open': 409,
  'student.rule-unmet': 409,
  'student.appointment-open': 409,
  'student.seats-uncounted': 409,
  'student.no-live-offer': 409,
  'student.offer-runs': 409,
  'student.signature-missing': 409,
  'student.money-missing': 409,
  'student.documents-open': 409,
  'student.consents-open': 409,
  'student.contract-open': 409,
  'student.register-open': 409,
  'student.after-first-day': 409,
  'scoring.changed': 409,
  'scoring.incomplete': 400,
  'scoring.locked': 409,
  'appointment.full': 409,
  'appointment.over': 409,
  'appointment.too-late': 409,
  'appointment.changed': 409,
  'appointment.taken': 409,
  'appointment.no-slots': 400,
  'seat.changed': 409,
  'seat.below-taken': 409,
  'rules.changed': 409,
  /** It has left, was stopped, or was overtaken since somebody saw it. */
  'message.over': 409,
  'message.text-changed': 409,
  'student.seats-full': 409,
  'student.other-offer': 409,
  'student.place-open': 409,
  'student.offer-missing': 400,
  'student.has-history': 409,
  'student.seat-held': 409,
  'student.deposit-runs': 409,
  'student.out-of-order': 400,
  'offer.over': 410,
  'offer.paused': 409,
  'offer.other-version': 409,
  'offer.forms-open': 409,
  'offer.scan-missing': 400,
  'offer.last-day': 400,
  'offer.receipt-known': 409,
  'offer.deposit': 409,
  'offer.early': 409,
  'offer.fee': 409,
  /** A letter lacks what has to stand in it: `field` names it. */
  'letter.incomplete': 409,
  /** More at once than one job issues. */
  'letter.too-many': 409,
  /** The paper could not be made now. */
  'letter.not-made': 503,
  /** What was made again is not what was issued: it is given to nobody. */
  'letter.differs': 409,
  /** A picture that can't be a logo: `field` says why. */
  'letter.logo-refused': 400,

  'document.changed': 409,
  'document.no-such-step': 409,
  'document.reason-missing': 400,
  'document.day': 400,
  'document.too-large': 413,
  'document.wrong-kind': 400,
  'document.too-many': 409,
  'document.nothing-open': 409,
  'robots.proof-needed': 429,
  'robots.proof-refused': 403,

  'outbox.not-set-aside': 409,
  'outbox.not-exported': 409,

  'server.failed': 500,
  'server.busy': 503,
} as const satisfies Record<string, number>

export type MessageId = keyof typeof errorCatalogue

/** Whether the same call may be taken later as it is: nobody could answer it, it was too much at once, or its proof is made anew. */
export const mayPass = (id: MessageId): boolean =>
  errorCatalogue[id] >= 500 || errorCatalogue[id] === 429 || id === 'robots.proof-refused'

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
    return errorCatalogue[this.messageId]
  }
}
