import { describe, expect, it } from 'vitest'
import { AppError, errorCatalogue, isMessageId } from './errors.ts'

/** Devices in the field hold texts for these: the list may grow, and never loses or renames one. */
const idsInTheField = [
  'L000',
  'L006',
  'tenant.missing',
  'tenant.unknown',
  'tenant.mismatch',
  'request.invalid',
  'request.too-large',
  'request.not-json',
  'request.not-found',
  'request.too-many',
  'auth.wrong-credentials',
  'auth.too-many-attempts',
  'auth.account-disabled',
  'auth.not-an-operator',
  'auth.session-required',
  'auth.session-expired',
  'auth.not-verified',
  'auth.password-wrong',
  'auth.password-common',
  'auth.user-name-taken',
  'auth.code-wrong',
  'auth.code-over',
  'auth.link-over',
  'auth.resend-too-soon',
  'auth.too-many-mails',
  'access.denied',
  'staff.last-admin',
  'staff.changed',
  'staff.has-joined',
  'device.unknown',
  'device.revoked',
  'device.bad-signature',
  'device.clock',
  'device.code-invalid',
  'device.till-taken',
  'sync.replayed',
  'sync.upgrade-needed',
  'sync.forbidden',
  'sync.gap',
  'sync.invalid',
  'sync.id-conflict',
  'sync.broken-chain',
  'sync.server-older',
  'pos.shift-unknown',
  'pos.shift-closed',
  'form.unknown',
  'form.link-over',
  'form.too-many-drafts',
  'form.changed-elsewhere',
  'form.handed-in',
  'person.decided',
  'link.over',
  'form.edit-conflict',
  'form.slug-taken',
  'form.not-ready',
  'face.not-assessed',
  'face.no-key',
  'face.decided',
  'student.changed',
  'student.no-such-move',
  'student.reason-missing',
  'student.note-missing',
  'student.review-day',
  'student.proposed',
  'student.proposal-over',
  'student.needs-another',
  'student.not-submitted',
  'student.identity-open',
  'student.fee-most',
  'student.age-unknown',
  'student.criteria-open',
  'student.seats-uncounted',
  'student.no-live-offer',
  'student.offer-runs',
  'student.signature-missing',
  'student.money-missing',
  'student.documents-open',
  'student.consents-open',
  'student.after-first-day',
  'seat.changed',
  'seat.below-taken',
  'rules.changed',
  'student.seats-full',
  'student.other-offer',
  'student.place-open',
  'student.offer-missing',
  'student.seat-held',
  'student.deposit-runs',
  'student.out-of-order',
  'student.age-rule',
  'offer.over',
  'offer.paused',
  'offer.other-version',
  'offer.last-day',
  'offer.receipt-known',
  'document.changed',
  'document.no-such-step',
  'document.reason-missing',
  'document.day',
  'document.too-large',
  'document.wrong-kind',
  'document.too-many',
  'document.nothing-open',
  'robots.proof-needed',
  'robots.proof-refused',
  'outbox.not-set-aside',
  'outbox.not-exported',
  'server.failed',
  'server.busy',
] as const

describe('errorCatalogue', () => {
  it('still knows every id that devices hold texts for', () => {
    expect(Object.keys(errorCatalogue)).toEqual(expect.arrayContaining([...idsInTheField]))
  })

  it('maps every id to a refusal, never to a success or a redirect', () => {
    for (const [id, status] of Object.entries(errorCatalogue)) {
      expect(status, id).toBeGreaterThanOrEqual(400)
      expect(status, id).toBeLessThan(600)
    }
  })
})

describe('isMessageId', () => {
  it.each(['L000', 'pos.shift-closed'])('knows %s', (id) => {
    expect(isMessageId(id)).toBe(true)
  })

  it.each(['', 'l000', 'pos.shift-closed ', 'toString', '__proto__', 'constructor', 404, null, undefined, {}])(
    'does not take %j for one',
    (id) => {
      expect(isMessageId(id)).toBe(false)
    },
  )
})

describe('AppError', () => {
  it('carries the id, the status that belongs to it, the field and the wait', () => {
    const error = new AppError('auth.too-many-attempts', { field: 'userName', retryAfterMs: 30_000 })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'AppError',
      message: 'auth.too-many-attempts',
      messageId: 'auth.too-many-attempts',
      status: 429,
      field: 'userName',
      retryAfterMs: 30_000,
    })
  })

  it('keeps the cause, and has no cause of its own making', () => {
    const cause = new Error('socket closed')
    expect(new AppError('server.failed', { cause }).cause).toBe(cause)
    expect(Object.hasOwn(new AppError('server.failed'), 'cause')).toBe(false)
    expect(new AppError('server.failed').field).toBeUndefined()
  })
})
