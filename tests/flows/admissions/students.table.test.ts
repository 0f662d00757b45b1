import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { type AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { studentWork } from '#shared/students/student-work.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Change, changeRules, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import {
  answerBy,
  countSeats,
  holdsOf,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const refuses = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
const withdraws: Change = { ...refuses, outcome: 'withdrawn-by-family' }
const holds: Change = { kind: 'move', to: 'on-hold', reason: 'visa', reviewOn: '2031-01-01' }

describe.each(engines)('the table of decisions on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller & { userId?: string }> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'admission-officer', 'finance'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    callers['cashier'] = await signInAs(box, alnoor, 'cashier', ['finance'])
    await countSeats(box, alnoor, kg1, 500)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const setRules = (more: Partial<AdmissionRules>) => changeRules(box, as('head'), more)
  const file = (id: string) => fileOf(box, as('registrar'), id)
  const does = async (who: string, id: string, change: Change) => {
    const done = await stepNow(box, as(who), id, change, as('registrar'))
    return 'student' in done && done.proposalId ? 'proposed' : outcomeOf(done)
  }
  const agrees = async (who: string, id: string) => {
    const [proposal] = (await file(id)).proposals
    return does(who, id, { kind: 'approve', proposalId: proposal?.id ?? crypto.randomUUID() })
  }
  const accepted = async () => {
    const made = await makeStudent(box, alnoor, { status: 'shortlisted' })
    const expiresOn = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    box.clock.advance(1)
    const { done, emails } = await offerTo(box, as('registrar'), made, parseOfferDraft({ expiresOn }))
    expect(done).toMatchObject({ student: { status: 'offer-out' } })
    await answerBy(box, { school: 'alnoor' }, await linkOf(box, emails[0] ?? ''), signs)
    return made.id
  }
  const offerOfFile = async (id: string) => (await file(id)).offers[0]
  const pays = async (id: string, amount: number, kind: 'deposit' | 'refund' = 'deposit', who = 'finance') => {
    const payment = { amount: minor(amount), method: 'card', receipt: `${kind} ${amount}` } as const
    return does(who, id, { kind, offerId: (await offerOfFile(id))?.id ?? '', ...payment })
  }

  it('a hold is no way around the head’s word: what was offered or paid is refused by two', async () => {
    const booked = await accepted()
    expect(await pays(booked, 100_000)).toBe('booked')
    expect(await does('registrar', booked, holds)).toBe('on-hold')
    expect(await does('registrar', booked, refuses)).toBe('proposed')
    expect(await agrees('registrar', booked)).toBe('student.needs-another')
    expect(await agrees('head', booked)).toBe('rejected')
    const free = (await makeStudent(box, alnoor, { status: 'on-hold', heldFrom: 'shortlisted' })).id
    expect(await does('registrar', free, refuses)).toBe('rejected')
  })

  it('an officer proposes a refusal, and the registrar takes it', async () => {
    const { id } = await makeStudent(box, alnoor, { status: 'new' })
    expect(await does('admission-officer', id, refuses)).toBe('proposed')
    expect((await file(id)).proposals).toMatchObject([{ needsAnother: true }])
    expect(await agrees('admission-officer', id)).toBe('student.needs-another')
    expect(await agrees('head', id)).toBe('access.denied')
    expect(await agrees('registrar', id)).toBe('rejected')
    expect((await file(id)).history.at(-1)).toMatchObject({
      mover: 'officer',
      by: { name: { en: 'admission-officer' } },
      approvedBy: { name: { en: 'registrar' } },
    })
    const late = (await makeStudent(box, alnoor, { status: 'shortlisted' })).id
    expect(await does('admission-officer', late, refuses)).toBe('access.denied')
  })

  it('anyone who puts a child on the short list goes on with its file, unless somebody does already', async () => {
    const of = { status: 'new', birthDate: '2025-09-01', origin: 'import' } as const
    const owner = async (ownerId: string | null) => {
      const { id } = await makeStudent(box, alnoor, { ...of, ownerId: ownerId as never })
      expect(await does('admission-officer', id, { kind: 'move', to: 'shortlisted' })).toBe('shortlisted')
      return (await file(id)).student.owner?.name.en
    }
    expect(await owner(null)).toBe('admission-officer')
    expect(await owner(callers['registrar']?.userId ?? null)).toBe('registrar')
  })

  it('nobody comes off the waiting list while no seat is free, nor is offered one unjudged', async () => {
    const place = { ...kg1, entryYear: 2044 }
    await countSeats(box, alnoor, place, 0)
    const { id } = await makeStudent(box, alnoor, { ...place, status: 'waiting' })
    const comes: Change = { kind: 'move', to: 'shortlisted', reason: 'seat-free', note: 'x' }
    expect(await does('registrar', id, comes)).toBe('student.seats-full')
    await countSeats(box, alnoor, place, 1)
    expect(await does('registrar', id, comes)).toBe('shortlisted')
    const unknown = await makeStudent(box, alnoor, { ...place, status: 'waiting', birthDate: null })
    const note = { kind: 'offer', offer: parseOfferDraft(), note: 'x' } as const
    expect(await does('registrar', unknown.id, note)).toBe('student.age-unknown')
  })

  it('an intake that is over is over for the person who waits for its year, once, and for nobody else', async () => {
    const waits = async (entryYear: number) =>
      (await makeStudent(box, alnoor, { ...kg1, entryYear, status: 'waiting' })).id
    const [over, open] = [await waits(2041), await waits(2042)]
    const today = new Date(box.clock.nowMs()).toISOString().slice(0, 10)
    await setRules({ intakeEnds: [{ entryYear: 2041, on: today }] })
    expect((await runAdmissionClock(box.deps, alnoor.schoolId)).intake).toBe(0)
    box.clock.advance(dayMs)
    const passes = await Promise.all([1, 2, 3].map(() => runAdmissionClock(box.deps, alnoor.schoolId)))
    expect(passes.reduce((sum, { intake }) => sum + intake, 0)).toBe(1)
    expect((await file(over)).student).toMatchObject({
      status: 'rejected',
      outcome: 'intake-closed',
      closedBy: 'system',
    })
    expect((await file(open)).student.status).toBe('waiting')
  })

  it('what was paid goes back: all of it when the school ends it, by its rule when a family does, and no more', async () => {
    await setRules({ withdrawalRefund: 25 })
    const owedIds = async () => {
      const { body } = await call(box.app, as('finance'), studentWork, { queue: 'refunds', limit: 100 })
      return studentWork.reply.parse(body).rows.map(({ student }) => student.student_id)
    }
    const id = await accepted()
    await pays(id, 40_001)
    expect(await does('registrar', id, withdraws)).toBe('rejected')
    expect(await offerOfFile(id)).toMatchObject({ refund: { due: 10_001, percent: 25, paid: [] } })
    expect(await owedIds()).toContain(id)
    expect(await pays(id, 10_002, 'refund')).toBe('request.invalid')
    expect(await pays(id, 10_000, 'refund', 'registrar')).toBe('access.denied')
    expect(await pays(id, 10_000, 'refund')).toBe('rejected')
    expect(await pays(id, 10_000, 'refund')).toBe('request.invalid')
    expect(await pays(id, 1, 'refund')).toBe('rejected')
    expect(await owedIds()).not.toContain(id)
    const other = await accepted()
    await pays(other, 50_000)
    expect(await does('registrar', other, refuses)).toBe('rejected')
    expect((await offerOfFile(other))?.refund).toMatchObject({ due: 50_000, percent: 100 })
    // What came in stays as it was written down.
    expect((await offerOfFile(other))?.received).toMatchObject([{ amount: 50_000 }])
    const unpaid = await accepted()
    await does('registrar', unpaid, refuses)
    expect((await offerOfFile(unpaid))?.refund).toBeNull()
  })

  it('a seat is booked without its deposit by two people, the second of finance or the head', async () => {
    const id = await accepted()
    const offerId = (await offerOfFile(id))?.id ?? ''
    const asks: Change = { kind: 'waive-deposit', offerId, reason: 'Third child of the family' }
    const agree: Change = { kind: 'agree-waiver', offerId }
    expect(await does('head', id, agree)).toBe('student.proposal-over')
    expect(await does('admission-officer', id, asks)).toBe('access.denied')
    expect(await does('finance', id, asks)).toBe('accepted')
    expect(await does('head', id, asks)).toBe('student.proposed')
    expect(await does('finance', id, agree)).toBe('student.needs-another')
    expect(await does('registrar', id, agree)).toBe('access.denied')
    expect(await does('cashier', id, { kind: 'move', to: 'booked' })).toBe('student.money-missing')
    expect(await does('head', id, agree)).toBe('booked')
    expect((await offerOfFile(id))?.waiver).toMatchObject({
      by: { name: { en: 'finance' } },
      agreedBy: { name: { en: 'head' } },
    })
    expect((await holdsOf(box)).find(({ studentId }) => studentId === id)?.state).toBe('firm')
    // Nothing came, so nothing goes back.
    await does('registrar', id, withdraws)
    expect((await offerOfFile(id))?.refund).toBeNull()
  })
})
