import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offers } from '#server/features/admissions/offers/offer.table.ts'
import { offerAnswers, offerDeposits } from '#server/features/admissions/offers/offer-outcome.table.ts'
import { type OfferRequest } from '#shared/admissions/offers/offer.contract.ts'
import { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import { mailTo } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import {
  answerBy,
  countSeats,
  declines,
  holdsOf,
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
import { paperSigned } from '#tests/support/records/scan-kit.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }
const hold = { kind: 'move', to: 'on-hold', reason: 'visa', reviewOn: '2030-06-01' } as const

describe.each(engines)('an offer and its family on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? family

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'admission-officer', 'finance'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    await countSeats(box, alnoor, kg1, 500)
    await makeSchool(box, 'manara')
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  /** A student with an offer that is out, and the links to it. The clock goes on a little, so that mails have an order. */
  const offered = async (more: Parameters<typeof parseOfferDraft>[0] = {}) => {
    box.clock.advance(1)
    const today = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', nameLatin: 'Sara Haddad' })
    const { done, emails, offer } = await offerTo(
      box,
      as('registrar'),
      made,
      parseOfferDraft({ expiresOn: today, ...more }),
    )
    if (!('student' in done)) throw new Error(JSON.stringify(done))
    return { id: made.id, emails, offer, email: emails[0] ?? '', token: await linkOf(box, emails[0] ?? '') }
  }
  const now = async (id: string, who = 'registrar') => {
    const { student, offers: all, history } = await fileOf(box, as(who), id)
    return { at: { id, revision: student.revision }, student, all, history, status: student.status }
  }
  const does = async (who: string, id: string, change: Parameters<typeof step>[3]) => {
    box.clock.advance(1)
    const done = await step(box, as(who), (await now(id)).at, change)
    return 'student' in done ? done.student.status : done.refused
  }
  const stateOf = (page: object) => ('state' in page ? page.state : 'refused' in page ? page.refused : page)
  const holdOf = async (id: string) => (await holdsOf(box)).find(({ studentId }) => studentId === id)?.state ?? 'none'

  it('is read by its link, signed, paid, and its seat is firm; each event is told once, in the family’s language', async () => {
    const { id, token, email } = await offered({ signers: [{ name: 'هند', email: 'ar@home.example', language: 'ar' }] })
    expect((await mailTo(box, email)).words).toMatch(/مارس|\d/)
    const page = OfferPage.parse(await openOffer(box, family, token))
    expect(page).toMatchObject({
      state: 'open',
      letter: 'offer-letter',
      language: 'ar',
      student_data: { student_name: 'Sara Haddad', grade: 'KG1' },
      offer: { version: 1, you: { name: 'هند', signedAt: null }, others: [] },
    })
    const letter = JSON.stringify(page.offer?.document)
    expect(letter).toContain('Sara Haddad')
    expect(letter).not.toContain('"missing"')
    expect((await now(id)).all[0]?.state).toBe('viewed')
    expect(await answerBy(box, family, token, signs)).toMatchObject({ state: 'accepted' })
    const { student, all, history } = await now(id)
    const [offer] = all
    expect([student.status, offer?.state, offer?.depositDueOn]).toEqual(['accepted', 'accepted', '2030-03-08'])
    expect(history.at(-1)).toMatchObject({ to: 'accepted', mover: 'family', by: null })
    expect(await holdOf(id)).toBe('held')
    const pay = (amount: number, receipt: string, who = 'finance') =>
      does(who, id, { kind: 'deposit', offerId: offer?.id ?? '', amount: minor(amount), method: 'card', receipt })
    expect(await pay(40_000, 'R1', 'registrar')).toBe('access.denied')
    expect(await pay(40_000, 'R1')).toBe('accepted')
    expect(await does('finance', id, { kind: 'move', to: 'booked' })).toBe('student.money-missing')
    expect(await pay(60_000, 'R1')).toBe('offer.receipt-known')
    expect(await pay(60_000, 'R2')).toBe('booked')
    expect([await holdOf(id), stateOf(await openOffer(box, family, token))]).toEqual(['firm', 'booked'])
    expect(await mailsTo(box, email)).toEqual(['offer-link', 'offer-accepted'])
  })

  it('is told wrong, foreign and ended links alike, and names no child once it is over', async () => {
    const { id, token } = await offered()
    const wrong = { refused: 'link.over', status: 410 }
    expect(await openOffer(box, { school: 'manara' }, token)).toEqual(wrong)
    expect(await openOffer(box, family, token.slice(1))).toEqual(wrong)
    expect(await openOffer(box, family, '')).toEqual(wrong)
    expect(await answerBy(box, { school: 'manara' }, token, signs)).toEqual(wrong)
    expect(await answerBy(box, family, token, { ...declines, chosenSchool: 'Doha College' })).toMatchObject({
      state: 'declined',
      student_data: null,
      offer: null,
    })
    const { student, history, all } = await now(id)
    expect(student).toMatchObject({ status: 'rejected', outcome: 'declined-by-family', closedBy: 'family' })
    expect(history.at(-1)).toMatchObject({ reason: 'fees', mover: 'family' })
    expect(all[0]?.answers[0]).toMatchObject({ kind: 'decline', chosenSchool: 'Doha College', counts: true })
    expect(await holdOf(id)).toBe('none')
  })

  it('that is over is neither accepted nor paid; what was sent is kept, counts for nothing, and is told so', async () => {
    const { id, token, email } = await offered()
    await answerBy(box, family, token, { ...declines, keepPlace: true })
    expect((await now(id)).status).toBe('waiting')
    const over = { refused: 'offer.over', status: 410 }
    const offerId = (await now(id)).all[0]?.id ?? ''
    expect(await answerBy(box, family, token, signs, { offerId })).toEqual(over)
    const pay = { kind: 'deposit', offerId, amount: minor(100_000), method: 'cash', receipt: 'X1' } as const
    expect(await does('finance', id, pay)).toBe('offer.over')
    const signerId = (await now(id)).all[0]?.signers[0]?.id ?? ''
    expect(await does('registrar', id, { kind: 'paper-signature', offerId, signerId })).toBe('offer.over')
    expect((await now(id)).all[0]?.answers.map(({ kind, counts }) => [kind, counts])).toEqual([
      ['sign', false],
      ['decline', true],
    ])
    expect([(await now(id)).status, await holdOf(id)]).toEqual(['waiting', 'none'])
    expect(await mailsTo(box, email)).toEqual(['offer-link', 'offer-declined'])
  })

  it('offered again carries nothing over: the old link is dead, and what was signed there counts no more', async () => {
    const signers: OfferRequest['signers'] = [
      { name: 'Hind', email: 'both@home.example', language: 'en' },
      { name: 'Omar', email: 'omar@home.example', language: 'en' },
    ]
    const { id, token } = await offered({ signers })
    expect(await answerBy(box, family, token, signs)).toMatchObject({
      state: 'signed',
      offer: { others: [{ name: 'Omar' }] },
    })
    const first = (await now(id)).all[0]?.id ?? ''
    box.clock.advance(1)
    const expiresOn = new Date(box.clock.nowMs() + 20 * dayMs).toISOString().slice(0, 10)
    const again = await offerTo(box, as('registrar'), (await now(id)).at, parseOfferDraft({ signers, expiresOn }))
    expect(again.done).toMatchObject({ student: { status: 'offer-out' } })
    expect(await openOffer(box, family, token)).toMatchObject({ state: 'superseded', student_data: null, offer: null })
    expect(await answerBy(box, family, token, signs, { offerId: first })).toMatchObject({ refused: 'offer.over' })
    const newer = await linkOf(box, 'both@home.example')
    expect(await answerBy(box, family, newer, signs, { offerId: first })).toMatchObject({
      refused: 'offer.other-version',
    })
    expect(await openOffer(box, family, newer)).toMatchObject({
      state: 'open',
      offer: { version: 2, you: { signedAt: null } },
    })
    expect(await answerBy(box, family, newer, signs)).toMatchObject({ state: 'signed' })
    expect(await answerBy(box, family, await linkOf(box, 'omar@home.example'), signs)).toMatchObject({
      state: 'accepted',
    })
    expect((await now(id)).all.map(({ state }) => state)).toEqual(['accepted', 'superseded'])
    expect(await mailsTo(box, 'omar@home.example')).toEqual(['offer-link', 'offer-new', 'offer-accepted'])
    expect((await holdsOf(box)).filter(({ studentId }) => studentId === id)).toHaveLength(1)
  })

  it('is answered once by each command, however often it arrives and whatever came after', async () => {
    const { id, token } = await offered()
    const commandId = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => answerBy(box, family, token, signs, { commandId })))
    expect(new Set(answers.map((each) => stateOf(each)))).toEqual(new Set(['accepted']))
    const kept = async () => (await box.db.owner.select().from(offerAnswers)).filter((row) => row.id === commandId)
    expect(await kept()).toHaveLength(1)
    expect(await answerBy(box, family, token, declines, { commandId })).toMatchObject({ refused: 'request.invalid' })
    const { at } = await now(id)
    await step(box, as('registrar'), at, {
      kind: 'move',
      to: 'rejected',
      outcome: 'refused-by-school',
      reason: 'other',
      note: 'x',
    })
    const offerId = (await now(id)).all[0]?.id ?? ''
    expect(stateOf(await answerBy(box, family, token, signs, { commandId, offerId }))).toBe('rescinded')
    expect((await now(id)).history.filter(({ to }) => to === 'accepted')).toHaveLength(1)
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      expect(await tx.delete(offerAnswers).returning()).toEqual([])
      expect(await tx.update(offerAnswers).set({ refused: null, note: 'else' }).returning()).toEqual([])
      expect(
        await tx
          .update(offerDeposits)
          .set({ amount: minor(1) })
          .returning(),
      ).toEqual([])
    })
  })

  it('is answered until its last day ends and a little longer, by the server’s clock; then no more', async () => {
    const [first, second] = [await offered({ expiresOn: '2030-03-20' }), await offered({ expiresOn: '2030-03-20' })]
    const endMs = Date.parse('2030-03-20T21:00:00.000Z')
    expect((await now(first.id)).all[0]?.expiresAt).toBe('2030-03-20T21:00:00.000Z')
    box.clock.advance(endMs + 11 * hourMs - box.clock.nowMs())
    expect(await openOffer(box, family, first.token)).toMatchObject({ state: 'open' })
    expect(await answerBy(box, family, first.token, signs)).toMatchObject({ state: 'accepted' })
    box.clock.advance(hourMs)
    const offerId = (await now(second.id)).all[0]?.id ?? ''
    expect(await openOffer(box, family, second.token)).toMatchObject({ state: 'expired', student_data: null })
    expect(await answerBy(box, family, second.token, signs, { offerId })).toMatchObject({ refused: 'offer.over' })
    expect([(await now(second.id)).status, (await now(second.id)).all[0]?.answers[0]?.counts]).toEqual([
      'offer-out',
      false,
    ])
  })

  it('stands still on hold, with its seat, and goes on as much later; meanwhile the family may still give up', async () => {
    const one = await offered()
    const before = (await now(one.id)).all[0]?.expiresAt ?? ''
    expect(await does('registrar', one.id, hold)).toBe('on-hold')
    expect(await answerBy(box, family, one.token, signs)).toMatchObject({ refused: 'offer.paused' })
    expect(stateOf(await openOffer(box, family, one.token))).toBe('paused')
    box.clock.advance(30 * dayMs)
    expect([stateOf(await openOffer(box, family, one.token)), await holdOf(one.id)]).toEqual(['paused', 'held'])
    expect(await does('admission-officer', one.id, { kind: 'move', to: 'offer-out' })).toBe('offer-out')
    const after = (await now(one.id)).all[0]?.expiresAt ?? ''
    expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(30 * dayMs)
    expect(await mailsTo(box, one.email)).toEqual(['offer-link', 'offer-goes-on'])
    expect(await answerBy(box, family, one.token, signs)).toMatchObject({ state: 'accepted' })
    const two = await offered()
    await does('registrar', two.id, hold)
    expect(await answerBy(box, family, two.token, declines)).toMatchObject({ state: 'declined' })
    expect((await now(two.id)).student).toMatchObject({ status: 'rejected', outcome: 'withdrawn-by-family' })
    expect([await holdOf(two.id), await holdOf(one.id)]).toEqual(['none', 'held'])
  })

  it('is given back after acceptance too, or the family asks for more time and the desk sees it', async () => {
    const { id, token } = await offered()
    expect(await answerBy(box, family, token, { kind: 'withdraw', reason: 'moving' })).toMatchObject({
      refused: 'offer.over',
    })
    const asked = await answerBy(box, family, token, { kind: 'more-time', note: 'We travel' })
    expect(asked).toMatchObject({ state: 'open', offer: { askedForTime: expect.any(String) } })
    expect((await now(id)).student.nextActionOn).toBe(new Date(box.clock.nowMs()).toISOString().slice(0, 10))
    await answerBy(box, family, token, signs)
    expect(await answerBy(box, family, token, declines)).toMatchObject({ refused: 'offer.over' })
    expect(await answerBy(box, family, token, { kind: 'withdraw', reason: 'moving' })).toMatchObject({
      state: 'withdrawn',
    })
    expect((await now(id)).student).toMatchObject({ status: 'rejected', outcome: 'withdrawn-by-family' })
    expect(await holdOf(id)).toBe('none')
  })

  it('is signed on paper in front of staff, or declined by telephone; the history says for whom and by whom', async () => {
    const { id } = await offered()
    const [offer] = (await now(id)).all
    const of = { offerId: offer?.id ?? '', signerId: offer?.signers[0]?.id ?? '' }
    const paper = await paperSigned(box, as('admission-officer'), { student_id: id, ...of })
    expect(await does('finance', id, paper)).toBe('access.denied')
    expect(await does('admission-officer', id, { ...paper, signerId: crypto.randomUUID() })).toBe('request.not-found')
    expect(await does('admission-officer', id, paper)).toBe('accepted')
    const other = await offered()
    const no = { kind: 'move', to: 'rejected', outcome: 'declined-by-family' } as const
    expect(await does('admission-officer', other.id, no)).toBe('student.reason-missing')
    expect(await does('head', other.id, { ...no, reason: 'fees' })).toBe('access.denied')
    expect(await does('admission-officer', other.id, { ...no, reason: 'fees' })).toBe('rejected')
    const { history } = await now(other.id)
    expect(history.at(-1)).toMatchObject({ mover: 'family', by: { name: { en: 'admission-officer' } }, reason: 'fees' })
    expect((await box.db.owner.select().from(offers)).find(({ studentId }) => studentId === other.id)?.state).toBe(
      'declined',
    )
  })
})
