import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { setUpFees } from '#tests/support/fees/fee-set-up.ts'
import { type Change, changeRules, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import { countSeats, kg1, parseOfferDraft, staySignedIn } from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

const none = { documentsBeforeOffer: false, interviewBeforeOffer: false, feeBeforeOffer: false }

describe.each(engines)('what a school asks for before an offer, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'finance'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    await countSeats(box, alnoor, kg1, 50)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const setRules = (more: Partial<AdmissionRules>) => changeRules(box, as('head'), { ...none, ...more })
  const file = (id: string, who = 'registrar') => fileOf(box, as(who), id)
  const offerMove = async (id: string, who = 'registrar') =>
    (await file(id, who)).moves.find((move) => move.to === 'offer-out')
  const does = async (who: string, id: string, change: Change) =>
    outcomeOf(await stepNow(box, as(who), id, change, as('registrar')))
  const offers = (note?: string): Change => ({ kind: 'offer', offer: parseOfferDraft(), ...(note && { note }) })

  it('asks for nothing where the school has set nothing, and tells how far a child is', async () => {
    await setRules({})
    const { id } = await makeStudent(box, alnoor, { status: 'shortlisted' })
    expect((await offerMove(id))?.hindrances).toEqual([])
    const { readiness } = await file(id)
    expect(readiness).toMatchObject({
      interview: { isNeeded: false, state: 'none', at: null },
      score: { isNeeded: false, state: 'none' },
      fee: { isNeeded: false, paid: 0 },
      approval: 'none',
      seat: { state: 'free', free: 50 },
    })
    expect(readiness?.documents.done).toBeLessThan(readiness?.documents.total ?? 0)
    expect(await does('registrar', id, offers())).toBe('offer-out')
    expect((await file(id)).readiness?.seat).toEqual({ state: 'held', free: null })
  })

  it('holds up the offer until the fee is paid, and no longer', async () => {
    await setRules({ feeBeforeOffer: true })
    const { id } = await makeStudent(box, alnoor, { status: 'shortlisted' })
    expect((await offerMove(id))?.hindrances).toEqual(['student.fee-open'])
    expect(await does('registrar', id, offers('all the same'))).toBe('student.fee-open')
    const pays = {
      kind: 'application-fee',
      amount: minor(30_000),
      method: 'cash',
      receipt: 'A1',
      on: '2030-03-02',
    } as const
    expect(await does('registrar', id, pays)).toBe('shortlisted')
    expect((await file(id)).readiness?.fee).toEqual({ isNeeded: true, paid: 30_000 })
    expect(await does('registrar', id, offers())).toBe('offer-out')
    // Another version of an offer that is out is not held up by what is asked for later.
    await setRules({ documentsBeforeOffer: true })
    expect((await offerMove(id))?.hindrances).toEqual([])
  })

  it('offers the fees of the approved schedule for the placement, and none where there is none', async () => {
    await setRules({})
    const { id } = await makeStudent(box, alnoor, { status: 'shortlisted', grade: '1' })
    const { id: inKg } = await makeStudent(box, alnoor, { status: 'shortlisted' })
    expect((await file(id)).scheduledFees).toEqual([])
    await setUpFees(box, { finance: as('finance'), head: as('head') })
    expect((await file(id)).scheduledFees).toEqual([
      { of: 'tuition', label: { en: 'TUITION', ar: 'TUITION' }, amount: 4_500_000 },
    ])
    expect((await file(inKg)).scheduledFees).toEqual([])
    // Anyone who may offer no seat is not told what one costs.
    expect((await file(id, 'finance')).scheduledFees).toEqual([])
  })

  it.each([
    [{ documentsBeforeOffer: true }, 'student.documents-open'],
    [{ interviewBeforeOffer: true }, 'student.appointment-open'],
  ])('asks for %j, and lets the head offer anyway with a note that stays in the history', async (rules, blocker) => {
    await setRules(rules)
    const { id } = await makeStudent(box, alnoor, { status: 'shortlisted' })
    expect((await offerMove(id))?.hindrances).toEqual([blocker])
    expect(await does('registrar', id, offers('all the same'))).toBe(blocker)
    const forHead = await offerMove(id, 'head')
    expect(forHead?.hindrances).toEqual([])
    expect(forHead?.says).toContain('override')
    expect(await does('head', id, offers())).toBe('student.override-note')
    expect(await does('head', id, offers('Papers come by courier'))).toBe('offer-out')
    expect((await file(id)).history.at(-1)).toMatchObject({ to: 'offer-out', note: 'Papers come by courier' })
  })
})
