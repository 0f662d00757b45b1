import { admissionIds } from './refusals-of-admissions.ts'
import { feeIds } from './refusals-of-fees.ts'
import { signInIds, signInInputIds } from './refusals-of-sign-in.ts'
import { idsToActOn } from './refusals-to-act-on.ts'

/** Refusals of what is done with accounts of pupils, all of the kind that a later call may not meet (409). */
export const accountIds = [
  /** Less is on the account than is to be taken. */
  'account.too-little',
  /** Outside what the school bounds of top-ups. */
  'account.top-up-small',
  'account.top-up-large',
  'account.top-up-full',
  /** The balance is another one than the person saw. */
  'account.changed',
  /** Somebody else has changed the limits since. */
  'account.limits-changed',
  /** Somebody has approved or refused it already. */
  'account.decided',
] as const

/**
 * Every way a call can fail, closed: the id travels on the wire as `messageId` and is the key of the text in the
 * `errors` words of both languages. It stands under its HTTP status; what to do about it the text says.
 * Ids are for ever: devices in the field hold texts for them. L000 and L006 are the specification's own.
 * For the server: what pages import of it is its type alone, since the whole of it would stand in every first load.
 */
const idsByStatus = {
  ...idsToActOn,
  400: [
    'tenant.missing',
    'tenant.mismatch',
    'request.invalid',
    'request.not-json',
    /** Of a person who is signed in and wants another password. */
    'auth.password-wrong',
    'auth.password-common',
    'auth.password-same',
    'auth.code-wrong',
    /** A code of an authenticator app, or a recovery code. */
    'auth.factor-wrong',
    ...signInInputIds,
    'device.code-invalid',
    'sync.invalid',
    'pos.tenders-do-not-settle',
    'student.reason-missing',
    'student.note-missing',
    'student.review-day',
    'scoring.incomplete',
    'appointment.no-slots',
    'student.offer-missing',
    'student.out-of-order',
    'offer.scan-missing',
    'offer.last-day',
    /** A picture that can't be a logo: `field` says why. */
    'letter.logo-refused',
    'profile.avatar-refused',
    'catalogue.picture-refused',
    'document.reason-missing',
    'document.day',
    'document.wrong-kind',
  ],
  403: [
    'auth.school-unproven',
    /** The call needs a proof of who sits at the screen; the client asks for it and repeats the call. */
    'auth.step-up-needed',
    /** The provider's account is of another tenant or domain than the school's. */
    'auth.sso-foreign',
    /** The provider's account opens no account here. */
    'auth.sso-unlinked',
    /** Staff of this school sign in with its provider alone. */
    'auth.sso-only',
    /** The access check failed without saying why. */
    'L006',
    'auth.account-disabled',
    'auth.not-an-operator',
    'auth.not-verified',
    'access.denied',
    /** The token of another program was not made for this call, or its maker may not make it. */
    'auth.token-scope',
    'device.revoked',
    'sync.forbidden',
    'pos.discount-not-allowed',
    'student.needs-another',
    /** Of an exception at a till that is about the person themselves. */
    'exception.own',
    /** A file of pupils sets balances or limits. */
    'pupil.money-rights',
    'robots.proof-refused',
  ],
  404: ['tenant.unknown', 'request.not-found', 'form.unknown'],
  409: [
    'auth.school-linked',
    ...signInIds,
    ...admissionIds,
    ...feeIds,
    'auth.user-name-taken',
    'staff.last-admin',
    'staff.changed',
    'staff.has-joined',
    'device.till-taken',
    'sync.replayed',
    'sync.gap',
    'sync.id-conflict',
    'sync.broken-chain',
    'pos.shift-unknown',
    'pos.shift-closed',
    'pos.shift-required',
    'pos.shift-open',
    'pos.refund-more-than-sold',
    'pos.approval-needed',
    'pos.act-forbidden',
    'pos.over-limit',
    'form.too-many-drafts',
    /** The school takes no applications now. */
    'form.closed',
    'form.changed-elsewhere',
    /** Handed in already, with other answers than these. */
    'form.handed-in',
    'person.decided',
    'form.edit-conflict',
    'form.slug-taken',
    'form.not-ready',
    /** Faces are switched on only after the school has judged the risks. */
    'face.not-assessed',
    /** The server was started without the key of faces, or with another one. */
    'face.no-key',
    'face.decided',
    'provider.other-administrator',
    'place.changed',
    /** Of another place, or another till of the same place. */
    'place.code-taken',
    /** A tablet was paired to it: its receipts name it. */
    'place.till-used',
    ...accountIds,
    /** Somebody has closed it already. */
    'exception.closed',
    'catalogue.changed',
    'catalogue.barcode-taken',
    /** The card is another pupil's. */
    'card.taken',
    'card.changed',
    'class.changed',
    'class.name-taken',
    /** Pupils are in it. */
    'class.in-use',
    /** Somebody else has changed the pupil meanwhile. */
    'pupil.changed',
    /** The classes of this year have been promoted, or the pupils are others than those that were seen. */
    'promotion.changed',
    /** Planned prices begin on a later business day. */
    'catalogue.day-begun',
    /** Somebody else has changed the same group of settings. */
    'settings.changed',
    'breach.changed',
    /** There are amounts in it. */
    'settings.currency-fixed',
    'settings.domain-reserved',
    'settings.domain-taken',
    'settings.domain-unreached',
    /** A tax code that an item or a sale names: `field` says which. */
    'settings.tax-code-used',
    /** A grade that a child, a seat plan, a form or a rule names: `field` says which. */
    'settings.grade-used',
    /** It has left, was stopped, or was overtaken since somebody saw it. */
    'message.over',
    'message.text-changed',
    /** A letter lacks what has to stand in it: `field` names it. */
    'letter.incomplete',
    /** More at once than one job issues. */
    'letter.too-many',
    /** What was made again is not what was issued: it is given to nobody. */
    'letter.differs',
    'document.changed',
    'document.no-such-step',
    'document.too-many',
    'document.nothing-open',
    'outbox.not-set-aside',
    'outbox.not-exported',
  ],
  410: [
    'auth.code-over',
    'auth.ticket-over',
    'auth.link-over',
    'form.link-over',
    /** A mailed link that opens nothing: too old, used, ended, not whole, or of another school. */
    'link.over',
    'student.erased',
    'offer.over',
  ],
  413: ['request.too-large', 'document.too-large'],
  426: ['sync.upgrade-needed'],
} as const

export type MessageId = (typeof idsByStatus)[keyof typeof idsByStatus][number]

/** The HTTP status that each goes out with. */
export const statusOf = Object.fromEntries(
  Object.entries(idsByStatus).flatMap(([status, ids]) => ids.map((id) => [id, Number(status)])),
) as Record<MessageId, number>
