import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentRequests as requestTable } from '#server/features/consents/consent.table.ts'
import { standingOf } from '#shared/consents/consent.rules.ts'
import {
  askConsent,
  consentRequests,
  consentWordings,
  endConsentLink,
} from '#shared/consents/consent-request.contract.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers } from '#tests/support/forms/test-form.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import {
  askGuardian,
  decision,
  mailedToken,
  openBy,
  pageOf,
  publishConsents,
  seenBy,
  signInAs,
} from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('staff who ask for consent on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let head: Caller
  let visitor: TestVisitor
  let submissionId = ''

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await publishConsents(box, alnoor)
    await publish(box, alnoor)
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    head = await signInAs(box, alnoor, 'head', ['head'])
    visitor = await makeVisitor(box, alnoor, 10)
    const op = visitor.op('enquiry.submit', { form: 'enquiry', answers: testAnswers })
    await visitor.push([op])
    submissionId = op.opId
  })
  afterAll(() => box.close())

  const decide = (requestId: string, answers: Record<string, boolean>, by = visitor) =>
    by.push([by.op('consent.decide', decision(box, requestId, answers))])

  it('ask each guardian by a link of their own, and see of each how it stands', async () => {
    const mother = await askGuardian(box, officer, { submissionId, guardian: 'Hind' })
    const father = await askGuardian(box, officer, { submissionId, guardian: 'Omar', language: 'en' })
    expect(mother.token).not.toBe(father.token)
    expect((await seenBy(box, head, submissionId)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    await openBy(box, visitor, mother.token)
    await decide(mother.request.id, { photos: true, trips: true })
    const phone = await makeVisitor(box, alnoor, 2)
    await openBy(box, phone, father.token)
    await decide(father.request.id, { photos: false }, phone)
    expect(await seenBy(box, officer, submissionId)).toMatchObject([
      { guardian: 'Hind', state: 'answered', expiresAt: null, standing: [{ agrees: true }, { agrees: true }] },
      { guardian: 'Omar', state: 'answered', standing: [{ purpose: 'photos', agrees: false }] },
    ])
    // Neither sees or changes what the other has decided.
    expect(pageOf(await openBy(box, phone, father.token)).acts).toHaveLength(1)
    await decide(mother.request.id, { trips: false }, phone)
    expect((await seenBy(box, officer, submissionId))[0]?.standing).toMatchObject([{ agrees: true }, { agrees: true }])
  })

  it('end a link, and send a new one in its place: the old one opens nothing, the new one shows what was decided', async () => {
    const { request, token, email } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    await decide(request.id, { photos: true })
    const end = (again: boolean) => call(box.app, officer, endConsentLink, { id: request.id, again })
    expect(await end(false)).toMatchObject({ body: { request: { state: 'revoked' } } })
    expect(await openBy(box, visitor, token)).toMatchObject({ status: 410 })
    box.clock.advance(1)
    expect(await end(true)).toMatchObject({ body: { request: { state: 'answered' } } })
    const renewed = await mailedToken(box, email)
    expect(await openBy(box, visitor, token)).toMatchObject({ status: 410 })
    // Anyone who had only the old link agrees to nothing any more, and may withdraw all the same.
    await decide(request.id, { trips: true })
    expect(pageOf(await openBy(box, await makeVisitor(box, alnoor), renewed)).acts).toMatchObject([
      { answers: [{ purpose: 'photos', agrees: true }] },
    ])
    await decide(request.id, { photos: false })
    expect(standingOf(pageOf(await openBy(box, visitor, renewed)).acts)).toMatchObject([{ agrees: false }])
    box.clock.advance(1)
    await decide(request.id, { photos: true })
    expect(pageOf(await openBy(box, visitor, renewed)).acts).toHaveLength(3)
  })

  it('see who decided what, when, in which words and how it was signed, if they are those who ask', async () => {
    const { request, token } = await askGuardian(box, officer, { submissionId })
    await openBy(box, visitor, token)
    await decide(request.id, { photos: true, trips: false })
    const evidenceFor = async (staff: Caller) =>
      (await seenBy(box, staff, submissionId)).find(({ id }) => id === request.id)?.evidence
    expect(await evidenceFor(officer)).toMatchObject([
      {
        language: 'ar',
        counts: true,
        decidedAt: expect.any(String),
        signature: { kind: 'typed', name: 'Hind Al Mana' },
        answers: [
          { purpose: 'photos', version: 1, agrees: true },
          { purpose: 'trips', version: 1, agrees: false },
        ],
      },
    ])
    expect(await evidenceFor(head)).toBeNull()
  })

  it('who may not, see and ask nothing; nor does another school', async () => {
    const { request } = await askGuardian(box, officer, { submissionId })
    const manara = await makeSchool(box, 'manara')
    await publishConsents(box, manara)
    const stranger = await signInAs(box, manara, 'stranger', ['admin'])
    const operator = await signInAs(box, alnoor, 'operator', ['operator'])
    const asking = { submissionId, subject: 'S', guardian: 'H', email: 'h@home.example', language: 'en' }
    for (const to of [askConsent, endConsentLink, consentWordings]) {
      const input = to === askConsent ? { ...asking, purposes: ['photos'] } : { id: request.id, again: true }
      for (const caller of [head, operator]) {
        expect(await call(box.app, caller, to, input), to.path).toMatchObject({ status: 403 })
      }
      expect((await call(box.app, { school: 'alnoor' }, to, input)).status, to.path).toBe(401)
    }
    expect(await call(box.app, operator, consentRequests, { submissionId })).toMatchObject({ status: 403 })
    expect(await seenBy(box, stranger, submissionId)).toEqual([])
    const foreign = await call(box.app, stranger, endConsentLink, { id: request.id, again: false })
    expect(foreign).toMatchObject({ status: 404 })
    const asked = await call(box.app, stranger, askConsent, { ...asking, purposes: ['photos'] })
    expect(asked).toMatchObject({ status: 404 })
    const seen = await box.db.database.tenant(manara.schoolId, (tx) => tx.select().from(requestTable))
    expect(seen).toEqual([])
  })

  it('ask only what the school offers, of somebody with a name and an address', async () => {
    const asking = { submissionId, subject: 'Sara', guardian: 'Hind', email: 'h@home.example', language: 'en' }
    const bad = [
      { ...asking, purposes: ['faces'] },
      { ...asking, purposes: ['unknown'] },
      { ...asking, purposes: [] },
      { ...asking, purposes: ['photos'], email: 'h@' },
      { ...asking, purposes: ['photos'], guardian: '\u202e ' },
      { ...asking, purposes: ['photos'], subject: 'ض'.repeat(10_000) },
    ]
    const before = (await box.db.owner.select().from(requestTable)).length
    for (const input of bad) expect(await call(box.app, officer, askConsent, input)).toMatchObject({ status: 400 })
    expect((await box.db.owner.select().from(requestTable)).length).toBe(before)
    const { body } = await call(box.app, officer, consentWordings)
    expect(body.wordings).toMatchObject([{ purpose: 'photos' }, { purpose: 'trips' }])
  })

  it('see that a link has run out unanswered', async () => {
    const { request } = await askGuardian(box, officer, { submissionId })
    box.clock.advance(61 * dayMs)
    const registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    const seen = await seenBy(box, registrar, submissionId)
    expect(seen.find(({ id }) => id === request.id)?.state).toBe('expired')
  })
})
