import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consentActs, consentRequests } from '#server/features/consents/consent.table.ts'
import { type AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { offerConsent } from '#shared/admissions/offers/offer-page.contract.ts'
import { endConsentLink } from '#shared/consents/consent-request.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { askGuardian, decision, openBy, pageOf, publishConsents } from '#tests/support/records/consent-kit.ts'
import { changeRules } from '#tests/support/records/decisions-made.ts'
import { makeApplicant } from '#tests/support/records/messages-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  openOffer,
  parseOfferDraft,
  signs,
  step,
} from '#tests/support/records/offers-made.ts'
import { paperSigned } from '#tests/support/records/scan-kit.ts'
import { fileOf, type MadeStudent, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }
const open = { refused: 'offer.forms-open', status: 409 }

describe.each(engines)('an offer of a school that asks for consent first on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let visitor: TestVisitor

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    await countSeats(box, alnoor, kg1, 100)
    await publishConsents(box, alnoor)
    visitor = await makeVisitor(box, alnoor, 10)
  })
  beforeEach(() => setRules({ consentsFirst: true }))
  afterAll(() => box.close())

  const setRules = (more: Partial<AdmissionRules>) => changeRules(box, registrar, more)
  const offered = async (made: MadeStudent, count: 1 | 2 = 1) => {
    box.clock.advance(1)
    const signers = Array.from({ length: count }, () => parseOfferDraft().signers).flat()
    const { emails } = await offerTo(box, registrar, made, parseOfferDraft({ signers }))
    const links = []
    for (const email of emails) links.push(await linkOf(box, email))
    const [hers = '', his = ''] = links
    return { id: made.id, emails, hers, his }
  }
  const child = (more: object = {}) => makeStudent(box, alnoor, { status: 'shortlisted', ...more })
  const consentsOf = async (token: string) => {
    const page = await openOffer(box, family, token)
    return 'offer' in page ? page.offer?.consents : page
  }
  /** Goes from the offer to the consent form. */
  const toForm = async (offerLetterToken: string) => {
    const { status, body } = await call(box.app, family, offerConsent, { offerLetterToken })
    return status === 200 ? offerConsent.reply.parse(body).token : String(body.messageId)
  }
  const answersForm = async (consentToken: string, agrees = true) => {
    const { requestId } = pageOf(await openBy(box, visitor, consentToken))
    const said = decision(box, requestId, { photos: agrees, trips: agrees }, agrees ? {} : { signature: null })
    const { body } = await visitor.push([visitor.op('consent.decide', said)])
    expect(pushOps.reply.parse(body).results[0]).toMatchObject({ outcome: 'applied' })
    box.clock.advance(1)
  }
  const statusOf = async (id: string) => (await fileOf(box, registrar, id)).student.status

  it('is not signed before its signer has answered, whatever they answer; the page says so first and leads there', async () => {
    for (const agrees of [true, false]) {
      const { id, hers } = await offered(await child())
      expect(await consentsOf(hers)).toEqual({ isDone: false, waitsFor: [], maySign: false })
      expect(await answerBy(box, family, hers, signs)).toEqual(open)
      const [offer] = (await fileOf(box, registrar, id)).offers
      expect([offer?.answers, offer?.signers[0]?.consentOpen]).toEqual([[], true])
      await answersForm(await toForm(hers), agrees)
      expect(await consentsOf(hers)).toEqual({ isDone: true, waitsFor: [], maySign: true })
      expect(await toForm(hers)).toBe('offer.over')
      expect(await answerBy(box, family, hers, signs)).toMatchObject({ state: 'accepted' })
      expect(await statusOf(id)).toBe('accepted')
    }
  })

  it('waits for each of two by their own form, and the last signature for both; the form of one child is not another’s', async () => {
    const { id, hers, his } = await offered(await child(), 2)
    const elsewhere = await offered(await child())
    await answersForm(await toForm(elsewhere.hers))
    await answersForm(await toForm(hers))
    expect(await consentsOf(hers)).toMatchObject({ isDone: true, maySign: true })
    expect(await answerBy(box, family, his, signs)).toEqual(open)
    expect(await answerBy(box, family, hers, signs)).toMatchObject({ state: 'signed' })
    await answersForm(await toForm(his))
    expect(await answerBy(box, family, his, signs)).toMatchObject({ state: 'accepted' })
    expect(await statusOf(id)).toBe('accepted')
  })

  it('is agreed to by the mailed form and by the one that the offer leads to, whichever was opened first', async () => {
    for (const isMailed of [true, false]) {
      const { student } = await makeApplicant(box, alnoor, { status: 'shortlisted' })
      const { token, email } = await askGuardian(box, registrar, {
        submissionId: student.submissionId,
        subject: 'Sara',
      })
      await offerTo(box, registrar, student, parseOfferDraft({ signers: [{ name: 'Hind', email, language: 'en' }] }))
      const hers = await linkOf(box, email)
      const other = await toForm(hers)
      const [first, then] = isMailed ? [other, token] : [token, other]
      expect(await openBy(box, await makeVisitor(box, alnoor), first)).toMatchObject({ status: 200 })
      await answersForm(then)
      expect(await consentsOf(hers)).toEqual({ isDone: true, waitsFor: [], maySign: true })
      const acts = (await box.db.owner.select().from(consentActs)).filter(
        ({ tokenHash }) => tokenHash === sha256Hex(then),
      )
      expect(acts.map(({ counts }) => counts)).toEqual([true])
      expect(await answerBy(box, family, hers, signs)).toMatchObject({ state: 'accepted' })
    }
  })

  it('is held up before the last signature when the rule came between the two', async () => {
    await setRules({ consentsFirst: false })
    const { id, hers, his } = await offered(await child(), 2)
    expect(await consentsOf(hers)).toBe(null)
    expect(await toForm(hers)).toBe('offer.over')
    expect(await answerBy(box, family, hers, signs)).toMatchObject({ state: 'signed' })
    await setRules({ consentsFirst: true })
    await answersForm(await toForm(his))
    expect(await consentsOf(his)).toMatchObject({ isDone: true, waitsFor: ['Hind Al Mana'], maySign: false })
    expect(await answerBy(box, family, his, signs)).toEqual(open)
    await answersForm(await toForm(hers))
    expect(await answerBy(box, family, his, signs)).toMatchObject({ state: 'accepted' })
    expect(await statusOf(id)).toBe('accepted')
  })

  it('is not accepted on paper either; and a form that the office has mailed already is the one that is answered', async () => {
    const { student } = await makeApplicant(box, alnoor, { status: 'shortlisted' })
    const asked = { submissionId: student.submissionId, subject: 'Sara', guardian: 'Hind' }
    const { token, email } = await askGuardian(box, registrar, asked)
    const signers = [{ name: 'Hind', email, language: 'en' as const }]
    await offerTo(box, registrar, student, parseOfferDraft({ signers }))
    const { id } = student
    const hers = await linkOf(box, email)
    const { student: now, offers } = await fileOf(box, registrar, id)
    const of = { student_id: id, offerId: offers[0]?.id ?? '', signerId: offers[0]?.signers[0]?.id ?? '' }
    const paper = await paperSigned(box, registrar, of)
    expect(await step(box, registrar, { id, revision: now.revision }, paper)).toMatchObject({
      refused: 'offer.forms-open',
    })
    // From the offer there is one more link to the same request; the mailed one lives on, and either may be answered by.
    const links = [token, await toForm(hers), await toForm(hers)]
    const rows = (await box.db.owner.select().from(consentRequests)).filter((row) => row.email === email)
    expect([rows.length, new Set(links).size]).toEqual([1, 3])
    const requestId = rows[0]?.id ?? ''
    for (const link of links) expect(pageOf(await openBy(box, visitor, link)).requestId).toBe(requestId)
    const endsAll = async (again: boolean) => {
      expect((await call(box.app, registrar, endConsentLink, { id: requestId, again })).status).toBe(200)
      for (const link of links)
        expect(await openBy(box, visitor, link)).toMatchObject({ body: { messageId: 'link.over' } })
    }
    await endsAll(true)
    links.push(await toForm(hers))
    expect(await openBy(box, visitor, links[3] ?? '')).toMatchObject({ status: 200 })
    await endsAll(false)
    await answersForm(await toForm(hers))
    expect(await step(box, registrar, { id, revision: now.revision }, paper)).toMatchObject({
      student: { status: 'accepted' },
    })
  })
})
