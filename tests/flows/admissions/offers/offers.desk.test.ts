import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offerLinks } from '#server/features/admissions/offers/offer.table.ts'
import { staffOfferLetter } from '#shared/admissions/offers/offer.contract.ts'
import { dayMs, fromInstant, hourMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import {
  answerBy,
  countSeats,
  declines,
  kg1,
  linkOf,
  mailsTo,
  offerTo,
  openOffer,
  parseOfferDraft,
  signs,
  staySignedIn,
  step,
} from '#tests/support/records/offers-made.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }

describe.each(engines)('what staff do about an offer on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? family

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'admission-officer', 'finance', 'auditor'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    await countSeats(box, alnoor, kg1, 500)
    callers['stranger'] = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const offered = async () => {
    box.clock.advance(1)
    const expiresOn = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', nameLatin: 'Sara Haddad' })
    const { done, emails, offer } = await offerTo(box, as('registrar'), made, parseOfferDraft({ expiresOn }))
    if (!('student' in done)) throw new Error(JSON.stringify(done))
    return { id: made.id, offer, email: emails[0] ?? '' }
  }
  const seen = async (id: string) => {
    const { student, offers, guardians } = await fileOf(box, as('registrar'), id)
    const [offer] = offers
    if (!offer) throw new Error('no offer')
    return { at: { id, revision: student.revision }, offer, guardians, signer: offer.signers[0]?.id ?? '' }
  }
  const resend = async (who: string, id: string) => {
    box.clock.advance(hourMs)
    const { at, offer, signer } = await seen(id)
    const done = await step(box, as(who), at, { kind: 'resend', offerId: offer.id, signerId: signer })
    return 'refused' in done ? done.refused : done.student.status
  }

  it('a link is mailed again beside the first, once for each command, and the file says when', async () => {
    const { id, email } = await offered()
    const first = await linkOf(box, email)
    const { at, offer, signer } = await seen(id)
    expect(fromInstant(offer.graceUntil) - fromInstant(offer.expiresAt)).toBe(12 * hourMs)
    box.clock.advance(hourMs)
    const command = commandOn(at, { kind: 'resend', offerId: offer.id, signerId: signer })
    expect(await decide(box, as('admission-officer'), command)).toMatchObject({
      student: { revision: at.revision + 1 },
    })
    expect(await decide(box, as('admission-officer'), command)).toMatchObject({
      student: { revision: at.revision + 1 },
    })
    expect(await mailsTo(box, email)).toEqual(['offer-link', 'offer-link'])
    const second = await linkOf(box, email)
    expect(second).not.toBe(first)
    for (const token of [first, second]) expect(await openOffer(box, family, token)).toMatchObject({ state: 'open' })
    const after = (await seen(id)).offer
    const linkSentAt = after.signers[0]?.linkSentAt ?? ''
    expect(fromInstant(linkSentAt)).toBe(fromInstant(after.sentAt ?? '') + hourMs)
    expect(await box.db.owner.select().from(offerLinks)).not.toContainEqual(
      expect.objectContaining({ tokenHash: second }),
    )
  })

  it('after acceptance it leads to what was accepted; to an offer that is over or on hold none is mailed', async () => {
    const { id, email } = await offered()
    expect(await resend('finance', id)).toBe('access.denied')
    expect(await answerBy(box, family, await linkOf(box, email), signs)).toMatchObject({ state: 'accepted' })
    expect(await resend('registrar', id)).toBe('accepted')
    expect(await openOffer(box, family, await linkOf(box, email))).toMatchObject({ state: 'accepted' })
    expect((await mailsTo(box, email)).slice(-1)).toEqual(['offer-accepted'])
    const held = await offered()
    const hold = { kind: 'move', to: 'on-hold', reason: 'visa-delayed', reviewOn: '2031-06-01' } as const
    await step(box, as('registrar'), (await seen(held.id)).at, hold)
    expect(await resend('registrar', held.id)).toBe('offer.paused')
    const over = await offered()
    await answerBy(box, family, await linkOf(box, over.email), declines)
    expect(await resend('registrar', over.id)).toBe('offer.over')
    const strange = { kind: 'resend', offerId: (await seen(id)).offer.id, signerId: crypto.randomUUID() } as const
    expect(await step(box, as('registrar'), (await seen(id)).at, strange)).toMatchObject({
      refused: 'request.not-found',
    })
  })

  it('the letter is read as the family reads it, also while it is written, and by no other school', async () => {
    const { id, offer: asked } = await offered()
    const { offer } = await seen(id)
    const letter = async (who: string, of: object) => {
      const { status, body } = await call(box.app, as(who), staffOfferLetter, { student_id: id, of })
      return status === 200 ? staffOfferLetter.reply.parse(body).document : body['messageId']
    }
    const version = { kind: 'version', offerId: offer.id }
    const kept = await letter('auditor', version)
    expect(JSON.stringify(kept)).toContain('Sara Haddad')
    expect(JSON.stringify(kept)).not.toContain('"missing"')
    const draft = { ...asked, terms: { ...asked.terms, startOn: '2031-01-07' } }
    const written = JSON.stringify(await letter('registrar', { kind: 'draft', offer: draft }))
    expect(written).toContain('7 January 2031')
    expect((await seen(id)).offer).toEqual(offer)
    const other = await offered()
    expect(await letter('registrar', { kind: 'version', offerId: (await seen(other.id)).offer.id })).toBe(
      'request.not-found',
    )
    const foreign = await call(box.app, as('stranger'), staffOfferLetter, { student_id: id, of: version })
    expect(foreign.status).toBe(404)
  })
})
