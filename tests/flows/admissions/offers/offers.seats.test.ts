import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SeatCategorySeats, seatList, seatSet } from '#shared/students/seat.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { countSeats, holdsOf, kg1, offerTo, parseOfferDraft, step } from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('seats on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'admission-officer', 'finance', 'auditor', 'admin'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    const manara = await makeSchool(box, 'manara')
    callers['stranger'] = await signInAs(box, manara, 'stranger', ['admin'])
  })
  afterAll(() => box.close())

  const placesSeen = async (who: string, entryYear?: number): Promise<SeatCategorySeats[]> => {
    const { status, body } = await call(box.app, as(who), seatList, entryYear === undefined ? {} : { entryYear })
    return status === 200 ? seatList.reply.parse(body).places : []
  }
  const set = async (who: string, place: object, [seats, overOffer, revision]: [number, number, number]) => {
    const { status, body } = await call(box.app, as(who), seatSet, { place, seats, overOffer, revision })
    return status === 200 ? seatSet.reply.parse(body).place : body['messageId']
  }

  it('of two hundred offers made at once for the last ten, ten hold one and the others change nothing', async () => {
    await countSeats(box, alnoor, { ...kg1, entryYear: 2041 }, 7, 3)
    const made = await makeStudents(box, alnoor, 200, () => ({
      status: 'shortlisted',
      grade: 'KG1',
      birthDate: '2025-09-01',
      entryYear: 2041,
    }))
    const done = await Promise.all(made.map((student) => offerTo(box, as('registrar'), student)))
    const refusals = done.flatMap(({ done: each }) => ('refused' in each ? [each.refused] : []))
    expect(refusals).toHaveLength(190)
    expect(new Set(refusals)).toEqual(new Set(['student.seats-full']))
    expect((await holdsOf(box)).filter(({ entryYear }) => entryYear === 2041)).toHaveLength(10)
    const [place] = await placesSeen('head', 2041)
    expect(place).toMatchObject({ seats: 7, overOffer: 3, held: 10, firm: 0 })
    const refused = made[done.findIndex(({ done: each }) => 'refused' in each)]
    const file = refused && (await fileOf(box, as('registrar'), refused.id))
    expect([file?.student.status, file?.student.revision, file?.offers]).toEqual(['shortlisted', 1, []])
    expect(file?.moves.find(({ to }) => to === 'offer-out')?.hindrances).toEqual(['student.seats-full'])
  }, 60_000)

  it('are none where nobody has counted them, and of one place only for that place', async () => {
    const at = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: 2042 })
    const { done } = await offerTo(box, as('registrar'), at)
    expect(done).toMatchObject({ refused: 'student.seats-uncounted' })
    await countSeats(box, alnoor, { ...kg1, entryYear: 2042, stream: 'british' }, 5)
    expect((await offerTo(box, as('registrar'), at)).done).toMatchObject({ refused: 'student.seats-uncounted' })
    const there = { ...kg1, entryYear: 2042, stream: 'british' }
    const moved = await step(box, as('admission-officer'), at, { kind: 'place', place: there })
    expect(moved).toMatchObject({ student: { stream: 'british', revision: 2 } })
    const offered = await offerTo(box, as('registrar'), { id: at.id, revision: 2 })
    expect(offered.done).toMatchObject({ student: { status: 'offer-out', revision: 3 } })
    const elsewhere = await step(box, as('registrar'), { id: at.id, revision: 3 }, { kind: 'place', place: kg1 })
    expect(elsewhere).toMatchObject({ refused: 'student.seat-held' })
  })

  it('are counted by the registrar and over-offered by the head, never below what is taken, and by nobody blindly', async () => {
    const place = { ...kg1, entryYear: 2043 }
    expect(await set('admission-officer', place, [3, 0, 0])).toBe('access.denied')
    expect(await set('finance', place, [3, 0, 0])).toBe('access.denied')
    expect(await set('head', place, [3, 0, 0])).toBe('access.denied')
    expect(await set('registrar', place, [3, 1, 0])).toBe('access.denied')
    expect(await set('registrar', place, [2, 0, 0])).toMatchObject({ seats: 2, revision: 1 })
    // An answer that was lost on its way back.
    expect(await set('registrar', place, [2, 0, 0])).toMatchObject({ seats: 2, revision: 1 })
    expect(await set('registrar', place, [5, 0, 0])).toBe('seat.changed')
    expect(await set('head', place, [2, 1, 1])).toMatchObject({ seats: 2, overOffer: 1, revision: 2 })
    for (const student of await makeStudents(box, alnoor, 3, () => ({
      status: 'shortlisted',
      grade: 'KG1',
      birthDate: '2025-09-01',
      entryYear: 2043,
    })))
      expect((await offerTo(box, as('registrar'), student)).done).toHaveProperty('student')
    expect(await set('registrar', place, [1, 1, 2])).toBe('seat.below-taken')
    expect(await set('head', place, [2, 0, 2])).toBe('seat.below-taken')
    expect(await set('admin', place, [3, 0, 2])).toMatchObject({ seats: 3, overOffer: 0, held: 3, revision: 3 })
  })

  it('are seen by the person who sees students, with those who wait, and by no other school', async () => {
    await makeStudents(box, alnoor, 4, (no) => ({ status: no ? 'waiting' : 'new', grade: '2', entryYear: 2044 }))
    expect(await placesSeen('auditor', 2044)).toEqual([
      {
        campus: '',
        entryYear: 2044,
        grade: '2',
        stream: '',
        seats: 0,
        overOffer: 0,
        held: 0,
        firm: 0,
        waiting: 3,
        next: null,
        revision: 0,
      },
    ])
    expect(await placesSeen('stranger')).toEqual([])
    expect((await call(box.app, { school: 'alnoor' }, seatList)).status).toBe(401)
  })

  it('go once to each child, however many files it has', async () => {
    await countSeats(box, alnoor, { ...kg1, entryYear: 2045 }, 9)
    const personId = crypto.randomUUID()
    const of = { status: 'shortlisted', entryYear: 2045, personId } as const
    const [one, two] = [await makeStudent(box, alnoor, of), await makeStudent(box, alnoor, of)]
    const both = await Promise.all([one, two].map((student) => offerTo(box, as('registrar'), student)))
    const refused = both.flatMap(({ done }) => ('refused' in done ? [done.refused] : []))
    expect(refused).toEqual(['student.other-offer'])
    expect((await holdsOf(box)).filter(({ entryYear }) => entryYear === 2045)).toHaveLength(1)
    // For another year or campus it is another question.
    await countSeats(box, alnoor, { ...kg1, entryYear: 2045, campus: 'north' }, 9)
    const third = await makeStudent(box, alnoor, { ...of, campus: 'north' })
    expect((await offerTo(box, as('registrar'), third)).done).toHaveProperty('student')
  })

  it('take a letter: a bare step offers nothing, and neither does one for yesterday or in another currency', async () => {
    await countSeats(box, alnoor, { ...kg1, entryYear: 2046 }, 9)
    const at = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: 2046 })
    const bare = await step(box, as('registrar'), at, { kind: 'move', to: 'offer-out' })
    expect(bare).toMatchObject({ refused: 'student.offer-missing' })
    const refused = async (offer: Parameters<typeof parseOfferDraft>[0]) => {
      const { done } = await offerTo(box, as('registrar'), at, parseOfferDraft(offer))
      return 'refused' in done ? done.refused : done
    }
    expect(await refused({ expiresOn: '2030-03-02' })).toBe('offer.last-day')
    expect(await refused({ terms: { currency: 'KWD' } as never })).toBe('request.invalid')
    // Conditions stand in conditional letters alone, and those have some.
    expect(await refused({ terms: { letter: 'conditional-offer-letter' } as never })).toBe('request.invalid')
    expect((await fileOf(box, as('head'), at.id)).offers).toEqual([])
  })
})
