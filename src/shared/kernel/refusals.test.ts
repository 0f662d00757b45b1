import { describe, expect, it } from 'vitest'
import { isMessageId, isTransient, requiresSignIn } from './errors.ts'
import { type MessageId, statusOf } from './refusals.ts'

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
  'form.closed',
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

describe('statusOf', () => {
  it('still knows every id that devices hold texts for', () => {
    expect(Object.keys(statusOf)).toEqual(expect.arrayContaining([...idsInTheField]))
  })

  it('maps every id to a refusal, never to a success or a redirect', () => {
    for (const [id, status] of Object.entries(statusOf)) {
      expect(status, id).toBeGreaterThanOrEqual(400)
      expect(status, id).toBeLessThan(600)
    }
  })

  it('has ids of the form alone by which devices know one', () => {
    expect(Object.keys(statusOf).filter((id) => !isMessageId(id))).toEqual([])
  })

  it('says what devices make of a refusal: repeat it, prove who they are, or take it', () => {
    for (const [id, status] of Object.entries(statusOf) as [MessageId, number][]) {
      const isLater = status === 429 || status >= 500 || id === 'robots.proof-refused'
      expect([isTransient(id), requiresSignIn(id)], id).toEqual([isLater, status === 401])
    }
  })
})
