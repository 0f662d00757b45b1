import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  openOffer,
  parseOfferDraft,
} from '#tests/support/records/offers-made.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }
const hind = { name: 'Hind Al Mana', email: 'hind.mana@home.example', language: 'en' } as const
const omar = { name: 'عمر المانع', email: 'omar.elsewhere@work.example', language: 'ar' } as const
const said = 'Her mother and I do not live together'

describe.each(engines)('of two guardians who sign one offer on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    await countSeats(box, alnoor, kg1, 10)
  })
  afterAll(() => box.close())

  /** The links of both to an offer of their own. */
  const offered = async () => {
    box.clock.advance(1)
    const expiresOn = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted' })
    const { done } = await offerTo(box, registrar, made, parseOfferDraft({ expiresOn, signers: [hind, omar] }))
    if (!('student' in done)) throw new Error(JSON.stringify(done))
    return { hers: await linkOf(box, hind.email), his: await linkOf(box, omar.email) }
  }

  /** Everything that her link opens and her mails say. */
  const toldHer = async (hers: string) => {
    const page = await openOffer(box, family, hers)
    const mails = (await mailRows(box)).filter(({ recipient }) => recipient === hind.email)
    return { page, text: JSON.stringify([page, mails]) }
  }

  it('neither is told how the other is reached, nor that or why they asked for time', async () => {
    const { hers, his } = await offered()
    expect(hers).not.toBe(his)
    const note = { kind: 'more-time', note: said } as const
    expect(await answerBy(box, family, his, note)).toMatchObject({ offer: { askedForTime: expect.any(String) } })
    const { page, text } = await toldHer(hers)
    // The name is meant: she may know who else has to sign.
    expect(OfferPage.parse(page).offer).toMatchObject({
      you: { name: hind.name },
      others: [{ name: omar.name, signedAt: null }],
      askedForTime: null,
    })
    for (const secret of [omar.email, his, said]) expect(text).not.toContain(secret)
  })

  it('neither sees how the other has drawn their name while their own is missing', async () => {
    const { hers, his } = await offered()
    const drawing = { kind: 'drawn' as const, strokes: [[123, 45, 456, 78]] }
    const own = await answerBy(box, family, his, { kind: 'sign', signature: drawing })
    expect(own).toMatchObject({ state: 'signed' })
    expect(JSON.stringify(own), 'his own page shows it').toContain('123,45')
    const { page, text } = await toldHer(hers)
    expect(OfferPage.parse(page).offer).toMatchObject({ others: [{ name: omar.name, signedAt: expect.any(String) }] })
    expect(text).not.toContain('123,45')
    for (const secret of [omar.email, his]) expect(text).not.toContain(secret)
  })

  it('who gives the seat up tells the school why, and the other one that it is given up', async () => {
    const { hers, his } = await offered()
    const answer = {
      kind: 'decline',
      reason: 'fees',
      note: said,
      chosenSchool: 'Doha School',
      keepPlace: false,
    } as const
    expect(await answerBy(box, family, his, answer)).toMatchObject({ state: 'declined' })
    const { page, text } = await toldHer(hers)
    expect(page).toMatchObject({ state: 'declined', student_data: null, offer: null })
    for (const secret of [omar.name, omar.email, his, said, 'Doha School', '"fees"']) expect(text).not.toContain(secret)
  })
})
