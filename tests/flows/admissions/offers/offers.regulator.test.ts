import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { type AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import type { OfferTerms } from '#shared/admissions/offers/offer.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { studentTimeline } from '#shared/students/student-record.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Change, changeRules, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

type Fees = OfferTerms['fees']
const tuition = { of: 'tuition', label: { en: 'Tuition', ar: 'الرسوم الدراسية' }, amount: minor(4_000_000) } as const
const application = { of: 'application', label: { en: 'Application', ar: 'رسم الطلب' }, amount: minor(50_000) } as const

const inDirhams = (fees: Fees, amount: number, dueDays: number): OfferTerms => ({
  ...parseOfferDraft().terms,
  currency: 'AED',
  fees,
  deposit: { amount: minor(amount), dueDays },
})

describe.each(engines)('what the regulator asks for on %s', (engine) => {
  let box: Box
  let dubai: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'dubai' }

  beforeAll(async () => {
    box = await openBox(engine)
    dubai = await makeSchool(box, 'dubai', { currency: 'AED', timeZone: 'Asia/Dubai' })
    for (const role of ['registrar', 'head', 'admission-officer', 'finance'] as const)
      callers[role] = await signInAs(box, dubai, role, [role])
    await countSeats(box, dubai, kg1, 500)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const setRules = (more: Partial<AdmissionRules>) => changeRules(box, as('head'), more)
  const offer = async (deposit: number, dueDays: number, fees: Fees = [tuition]) => {
    const made = await makeStudent(box, dubai, { status: 'shortlisted' })
    const expiresOn = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    const terms = inDirhams(fees, deposit, dueDays)
    box.clock.advance(1)
    const { done, emails } = await offerTo(box, as('registrar'), made, parseOfferDraft({ expiresOn, terms }))
    const outcome = 'student' in done ? done.student.status : done.refused
    return { outcome, id: made.id, email: emails[0] ?? '' }
  }
  const does = async (who: string, id: string, change: Change) =>
    outcomeOf(await stepNow(box, as(who), id, change, as('registrar')))
  const pay = async (id: string, amount: number) => {
    const { offers } = await fileOf(box, as('finance'), id)
    const deposit = {
      offerId: offers[0]?.id ?? '',
      amount: minor(amount),
      method: 'card',
      receipt: `R${amount}`,
    } as const
    return does('finance', id, { kind: 'deposit', ...deposit })
  }
  const booked = async () => {
    const { id, email } = await offer(400_000, 7)
    await answerBy(box, { school: 'dubai' }, await linkOf(box, email), signs)
    expect(await pay(id, 400_000)).toBe('booked')
    return id
  }
  const hindered = async (id: string) =>
    (await fileOf(box, as('registrar'), id)).moves.find(({ to }) => to === 'confirmed')?.hindrances ?? []
  const says = (who: string, id: string, formality: 'contract' | 'registration', on: string | null, number = '') =>
    does(who, id, { kind: 'formality', said: { formality, on, number } })

  it('is at most a tenth of the tuition in Dubai, and an application fee of at most 500 dirhams', async () => {
    expect((await offer(400_001, 7)).outcome).toBe('offer.deposit')
    expect((await offer(400_000, 7, [{ ...tuition, of: 'other' }])).outcome).toBe('offer.deposit')
    expect((await offer(0, 7, [tuition, { ...application, amount: minor(50_001) }])).outcome).toBe('offer.fee')
    expect((await offer(400_000, 7, [tuition, application])).outcome).toBe('offer-out')
    const made = await makeStudent(box, dubai, { status: 'shortlisted' })
    const seen = async (who: string) => (await fileOf(box, as(who), made.id)).money
    expect(await seen('registrar')).toEqual({ depositPercent: 10, depositMonths: null, applicationFee: 50_000 })
    expect(await seen('admission-officer')).toBeNull()
  })

  it('is judged again when the head agrees, and no deposit is taken before the offer is accepted', async () => {
    await setRules({ offersNeedHead: true })
    const made = await makeStudent(box, dubai, { status: 'shortlisted' })
    const terms = inDirhams([tuition], 400_000, 7)
    const { done } = await offerTo(box, as('registrar'), made, parseOfferDraft({ terms }))
    const proposalId = 'student' in done ? (done.proposalId ?? '') : ''
    await setRules({ regulator: 'abu-dhabi' })
    expect(await does('head', made.id, { kind: 'approve', proposalId })).toBe('offer.deposit')
    await setRules({ regulator: 'dubai', offersNeedHead: false })
    expect(await does('head', made.id, { kind: 'approve', proposalId })).toBe('offer-out')
    expect(await pay(made.id, 400_000)).toBe('offer.over')
  })

  it('is a contract and a registration before a place is confirmed, each written down by the desk with who and when', async () => {
    const id = await booked()
    const both = ['student.contract-open', 'student.register-open']
    expect(await hindered(id)).toEqual(expect.arrayContaining(both))
    expect(await does('registrar', id, { kind: 'move', to: 'confirmed' })).toMatch(/^student\./)
    expect(await says('finance', id, 'contract', '2030-03-02')).toBe('access.denied')
    expect(await says('admission-officer', id, 'contract', '2030-12-02')).toBe('request.invalid')
    expect(await says('admission-officer', id, 'contract', '2030-03-02')).toBe('booked')
    expect(await says('registrar', id, 'registration', '2030-03-03')).toBe('request.invalid')
    expect(await says('registrar', id, 'registration', '2030-03-03', 'KHDA 778')).toBe('booked')
    expect((await hindered(id)).filter((each) => both.includes(each))).toEqual([])
    const { formalities } = await fileOf(box, as('head'), id)
    expect(formalities).toMatchObject([
      {
        formality: 'contract',
        isNeeded: true,
        recorded: { on: '2030-03-02', number: null, by: { name: { en: 'admission-officer' } } },
      },
      { formality: 'registration', recorded: { number: 'KHDA 778', by: { name: { en: 'registrar' } } } },
    ])
    const timeline = await call(box.app, as('registrar'), studentTimeline, { student_id: id })
    const { entries } = studentTimeline.reply.parse(timeline.body)
    expect(entries.map(({ what }) => what)).toEqual(expect.arrayContaining(['contract', 'registration']))
    // An offer that was sent, and that its family was told so, are two of them: a page ends between any two.
    expect(entries.map(({ what }) => what)).toEqual(expect.arrayContaining(['sent', 'offer-sent']))
    expect(new Set(entries.map((each) => each.id)).size).toBe(entries.length)
    // Taken back it is missing again; who did what stands in the record, without the number.
    expect(await says('registrar', id, 'contract', null)).toBe('booked')
    expect(await hindered(id)).toContain('student.contract-open')
    expect(await says('registrar', id, 'contract', null)).toBe('request.invalid')
    const acts = (await box.db.owner.select().from(auditEvents)).filter(({ what }) => what === 'formality-recorded')
    expect(acts.map(({ facts }) => facts)).toContainEqual({ formality: 'contract', state: 'taken-back' })
    expect(JSON.stringify(acts)).not.toContain('KHDA')
    await box.db.database.tenant(dubai.schoolId, (tx) => tx.execute(sql`update student_formalities set number = 'x'`))
    expect((await fileOf(box, as('head'), id)).formalities[1]?.recorded?.number).toBe('KHDA 778')
  })

  it('belongs to one offer: anyone who is offered again signs and is registered again; before acceptance nothing is written down', async () => {
    const id = await booked()
    await says('registrar', id, 'contract', '2030-03-02')
    await does('registrar', id, { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'moving' })
    expect((await fileOf(box, as('head'), id)).formalities).toEqual([])
    expect(await says('registrar', id, 'contract', '2030-03-02')).toBe('student.no-live-offer')
  })

  it('is what the school says: where it asks for neither, neither hinders', async () => {
    const id = await booked()
    await setRules({ needsContract: false, needsRegistration: false })
    expect((await hindered(id)).some((each) => each.endsWith('-missing'))).toBe(false)
    expect((await fileOf(box, as('head'), id)).formalities).toEqual([])
    await setRules({ needsContract: true, needsRegistration: true })
  })

  it('is five per cent in Abu Dhabi, and not earlier than four months before the year', async () => {
    await setRules({ regulator: 'abu-dhabi' })
    expect((await offer(200_001, 90)).outcome).toBe('offer.deposit')
    expect((await offer(200_000, 7)).outcome).toBe('offer.early')
    const one = await offer(200_000, 90)
    expect(one.outcome).toBe('offer-out')
    await answerBy(box, { school: 'dubai' }, await linkOf(box, one.email), signs)
    expect(await pay(one.id, 200_000)).toBe('offer.early')
    box.clock.advance(Date.parse('2030-04-30T06:00:00.000Z') - box.clock.nowMs())
    expect(await pay(one.id, 200_000)).toBe('booked')
  })
})
