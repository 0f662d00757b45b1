import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { type AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import { mailTo } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { changeRules } from '#tests/support/records/decisions-made.ts'
import {
  answerBy,
  countSeats,
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
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor', host: 'alnoor.evil.example' }

describe.each(engines)('what time does to offers on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let finance: Caller

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    finance = await signInAs(box, alnoor, 'finance', ['finance'])
    await staySignedIn(box)
    await countSeats(box, alnoor, kg1, 500)
  })
  afterAll(() => box.close())

  /** Several servers do it at once, always. */
  const pass = async (ms = 0) => {
    box.clock.advance(ms)
    const done = await Promise.all([1, 2, 3].map(() => runAdmissionClock(box.deps, alnoor.schoolId)))
    box.clock.advance(1)
    const sum = (of: 'expiry' | 'deposit' | 'reminder') => done.reduce((total, each) => total + each[of], 0)
    return { expiry: sum('expiry'), deposit: sum('deposit'), reminder: sum('reminder') }
  }
  const setRules = (more: Partial<AdmissionRules>) => changeRules(box, registrar, more)
  const offered = async (days = 10, more: Parameters<typeof parseOfferDraft>[0] = {}) => {
    const made = await makeStudent(box, alnoor, { status: 'shortlisted' })
    const expiresOn = new Date(box.clock.nowMs() + days * dayMs).toISOString().slice(0, 10)
    const { done, emails } = await offerTo(box, registrar, made, parseOfferDraft({ expiresOn, ...more }))
    if (!('student' in done)) throw new Error(JSON.stringify(done))
    box.clock.advance(1)
    return { id: made.id, email: emails[0] ?? '', token: await linkOf(box, emails[0] ?? '') }
  }
  const now = (id: string) => fileOf(box, registrar, id)
  const hasSeat = async (id: string) => (await holdsOf(box)).some(({ studentId }) => studentId === id)

  it('an offer that nobody answered expires once, gives its seat back, and goes where the school says', async () => {
    const one = await offered()
    expect(await pass()).toEqual({ expiry: 0, deposit: 0, reminder: 0 })
    await pass(10 * dayMs)
    expect((await now(one.id)).student.status).toBe('offer-out')
    expect(await pass(2 * dayMs)).toMatchObject({ expiry: 1 })
    const { student, history, offers } = await now(one.id)
    expect([student.status, student.outcome, offers[0]?.state]).toEqual(['waiting', null, 'expired'])
    expect(history.filter(({ mover }) => mover === 'clock')).toHaveLength(1)
    expect(await hasSeat(one.id)).toBe(false)
    expect((await mailsTo(box, one.email)).filter((each) => each === 'offer-expired')).toHaveLength(1)
    await setRules({ expiredOffersGo: 'rejected' })
    const two = await offered(1)
    expect(await pass(3 * dayMs)).toMatchObject({ expiry: 1 })
    expect((await now(two.id)).student).toMatchObject({
      status: 'rejected',
      outcome: 'offer-expired',
      closedBy: 'system',
    })
    await setRules({ expiredOffersGo: 'waiting' })
  })

  it('reminds anyone who has not signed, once for each time, by a link on the school’s own host; the first one works on', async () => {
    const signers = ['one', 'two'].map((name) => ({ name, email: `${name}@remind.example`, language: 'en' as const }))
    const { token } = await offered(10, { signers })
    await answerBy(box, family, token, signs)
    expect(await pass(5 * dayMs)).toMatchObject({ reminder: 0 })
    expect(await pass(3 * dayMs)).toMatchObject({ reminder: 1 })
    expect(await pass(hourMs)).toMatchObject({ reminder: 0 })
    const mail = await mailTo(box, 'two@remind.example')
    expect([mail.template, mail.links[0]]).toEqual([
      'offer-reminder',
      expect.stringMatching(/^https:\/\/alnoor\.example\.school\/offer-letter\?lng=en#token=/),
    ])
    expect(await openOffer(box, family, mail.token)).toMatchObject({ state: 'open' })
    expect(await openOffer(box, family, token)).toMatchObject({ state: 'signed' })
    expect(await mailsTo(box, 'one@remind.example')).toEqual(['offer-link'])
    await pass(2 * dayMs)
    expect(await mailsTo(box, 'two@remind.example')).toEqual(['offer-link', 'offer-reminder', 'offer-reminder'])
    await answerBy(box, family, mail.token, signs)
  })

  it('reminds of what was due while no server ran once, and never of what was due before the offer was sent', async () => {
    const late = await offered(10)
    await pass(9.5 * dayMs)
    expect(await mailsTo(box, late.email)).toEqual(['offer-link', 'offer-reminder'])
    const short = await offered(0)
    await pass(hourMs)
    expect(await mailsTo(box, short.email)).toEqual(['offer-link'])
    await answerBy(box, family, late.token, signs)
  })

  it('stands still on hold', async () => {
    const { id, email } = await offered(5)
    const { student } = await now(id)
    const hold = { kind: 'move', to: 'on-hold', reason: 'visa', reviewOn: '2039-01-01' } as const
    expect(await step(box, registrar, { id, revision: student.revision }, hold)).toHaveProperty('student')
    await pass(30 * dayMs)
    expect((await now(id)).student.status).toBe('on-hold')
    expect([await mailsTo(box, email), await hasSeat(id)]).toEqual([['offer-link'], true])
  })

  it('closes for a deposit that is overdue only where the school says so, and never when the money is there', async () => {
    const [unpaid, paid] = [await offered(), await offered()]
    for (const { token } of [unpaid, paid]) await answerBy(box, family, token, signs)
    const { student, offers } = await now(paid.id)
    const deposit = { kind: 'deposit', offerId: offers[0]?.id ?? '', amount: minor(100_000) } as const
    const received = { ...deposit, method: 'cash', receipt: 'A1' } as const
    await step(box, finance, { id: paid.id, revision: student.revision }, received)
    expect(await pass(30 * dayMs)).toMatchObject({ deposit: 0 })
    expect((await now(unpaid.id)).student.status).toBe('accepted')
    await setRules({ depositOverdue: true })
    expect((await pass()).deposit).toBeGreaterThan(0)
    expect((await now(unpaid.id)).student).toMatchObject({ status: 'rejected', outcome: 'deposit-overdue' })
    expect([await hasSeat(unpaid.id), (await now(paid.id)).student.status]).toEqual([false, 'booked'])
    expect(await openOffer(box, family, unpaid.token)).toMatchObject({ state: 'expired', student_data: null })
    await setRules({ depositOverdue: false })
  })

  it('and a family at the very same moment end in one of the two, whole', async () => {
    await setRules({ graceHours: 0 })
    for (let round = 0; round < 4; round += 1) {
      const { id, token } = await offered(1)
      const { offers } = await now(id)
      const leftMs = Date.parse(offers[0]?.expiresAt ?? '') - box.clock.nowMs()
      box.clock.advance(leftMs - 2)
      const late = Promise.all([answerBy(box, family, token, signs), pass(round < 2 ? 0 : 2)])
      await late
      const { student, offers: after } = await now(id)
      expect([
        ['accepted', 'accepted', true],
        ['offer-out', 'viewed', true],
        ['waiting', 'expired', false],
      ]).toContainEqual([student.status, after[0]?.state, await hasSeat(id)])
    }
  })
})
