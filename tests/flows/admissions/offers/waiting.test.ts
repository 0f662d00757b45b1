import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitingPositions } from '#server/features/admissions/waiting-list/waiting-list.table.ts'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { waitingList } from '#shared/admissions/waiting-list.contract.ts'
import { type ClaimKind, claimKinds } from '#shared/admissions/waiting-list.rules.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { type Place, seatList } from '#shared/students/seat.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { countSeats, kg1, offerTo, parseOfferDraft, staySignedIn, step } from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const joins = { kind: 'move', to: 'waiting', reason: 'grade-full' } as const
const shortlists = { kind: 'move', to: 'shortlisted', reason: 'seat-free' } as const
const claims = (claim: ClaimKind, state: 'stated' | 'verified' | 'refused' = 'verified') =>
  ({ kind: 'claim', claim, state, note: '4-B' }) as const

describe.each(engines)('a waiting list on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let year = 2050
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'admission-officer', 'finance', 'auditor', 'head'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    callers['stranger'] = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const does = async (id: string, change: Parameters<typeof step>[3], who = 'admission-officer') => {
    box.clock.advance(1)
    const { student } = await fileOf(box, as('registrar'), id)
    const done = await step(box, as(who), { id, revision: student.revision }, change)
    return 'refused' in done ? done.refused : done.student.status
  }
  /** So many children of a place of their own, who applied one day after the other and wait; their ids in that order. */
  const waitFor = async (count: number, more: Partial<Place> = {}): Promise<{ place: Place; ids: string[] }> => {
    year += 1
    const place = { ...kg1, entryYear: year, ...more }
    const ids: string[] = []
    for (let no = 0; no < count; no += 1) {
      const appliedAt = toInstant(box.clock.nowMs() - (90 - no) * dayMs)
      const { id } = await makeStudent(box, alnoor, { ...place, appliedAt })
      expect(await does(id, joins)).toBe('waiting')
      ids.push(id)
    }
    return { place, ids }
  }
  const listOf = async (place: Place, who = 'auditor') => {
    const { status, body } = await call(box.app, as(who), waitingList, place)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return waitingList.reply.parse(body).children
  }
  const order = async (place: Place) => (await listOf(place)).map(({ student_id }) => student_id)
  /** The last position kept of each child on the list, which has to be the one that the list shows. */
  const expectKept = async (place: Place) => {
    const rows = (await box.db.owner.select().from(waitingPositions)).toSorted((a, b) => a.no - b.no)
    const last = new Map(rows.map((row) => [row.studentId, row]))
    const list = await listOf(place)
    const kept = list.map(({ student_id }) => last.get(student_id))
    expect(kept.map((row) => [row?.position, row?.reason, row?.grade, row?.entryYear])).toEqual(
      list.map(({ position, reason }) => [position, reason, place.grade, place.entryYear]),
    )
    expect(list.map(({ position }) => position)).toEqual(list.map((_child, no) => no + 1))
    return last
  }

  it('is ordered by verified claims, then by the day of application, and says why; each position is kept', async () => {
    const { place, ids } = await waitFor(3)
    const [a = '', b = '', c = ''] = ids
    expect(await order(place)).toEqual([a, b, c])
    expect(await does(c, claims('sibling', 'stated'))).toBe('waiting')
    expect(await order(place)).toEqual([a, b, c])
    expect(await does(c, claims('sibling'), 'finance')).toBe('access.denied')
    expect(await does(c, claims('sibling'))).toBe('waiting')
    expect(await order(place)).toEqual([c, a, b])
    const file = await fileOf(box, as('auditor'), c)
    expect(file.line).toMatchObject({
      position: 1,
      total: 3,
      reason: { id: 'claim', claim: 'sibling', verifiedOn: '2030-03-03' },
      next: null,
    })
    expect(file.claims).toMatchObject([{ claim: 'sibling', state: 'verified', note: '4-B' }])
    expect(file.positions.map(({ position, cause }) => [position, cause])).toEqual([
      [1, 'claim'],
      [3, 'joined'],
    ])
    const other = await fileOf(box, as('auditor'), b)
    expect(other.positions[0]).toMatchObject({ position: 3, total: 3, cause: 'other-claim', reason: { id: 'date' } })
    expect(other.line?.next?.student_id).toBe(c)
    expect(await does(c, claims('sibling', 'refused'))).toBe('waiting')
    expect(await order(place)).toEqual([a, b, c])
    await expectKept(place)
    const { body } = await call(box.app, as('auditor'), auditList, { filter: { about: { kind: 'student', id: c } } })
    const judged = auditList.reply.parse(body).entries.filter(({ what }) => what === 'claim-judged')
    expect(judged.map(({ facts }) => facts['state'])).toEqual(['refused', 'verified', 'stated'])
  })

  it('is left out of order only with a note why, which stands in the history', async () => {
    const { place, ids } = await waitFor(3)
    const [a = '', b = '', c = ''] = ids
    await countSeats(box, alnoor, place, 9)
    const saidBy = async (id: string, to: string) =>
      (await fileOf(box, as('registrar'), id)).moves.find((move) => move.to === to)?.says
    expect(await saidBy(a, 'shortlisted')).toEqual(['reason'])
    expect(await saidBy(b, 'shortlisted')).toEqual(['reason', 'out-of-order'])
    expect(await saidBy(b, 'offer-out')).toEqual(['offer', 'out-of-order'])
    expect(await does(b, shortlists)).toBe('student.out-of-order')
    const { student } = await fileOf(box, as('registrar'), c)
    const offered = await offerTo(box, as('registrar'), { id: c, revision: student.revision }, parseOfferDraft())
    expect(offered.done).toMatchObject({ refused: 'student.out-of-order', field: 'note' })
    expect(await does(b, { ...shortlists, note: 'The twin is here already' })).toBe('shortlisted')
    const { history, positions, line } = await fileOf(box, as('registrar'), b)
    expect(history.at(-1)).toMatchObject({ to: 'shortlisted', note: 'The twin is here already' })
    expect([positions[0]?.cause, positions[0]?.position, line]).toEqual(['out-of-order', null, null])
    expect(await does(a, shortlists)).toBe('shortlisted')
    expect((await fileOf(box, as('registrar'), a)).positions[0]?.cause).toBe('left')
    expect(await order(place)).toEqual([c])
    await expectKept(place)
    const last = { id: c, revision: (await fileOf(box, as('registrar'), c)).student.revision }
    const taken = await offerTo(box, as('registrar'), last, parseOfferDraft({ expiresOn: '2030-05-01' }))
    expect(taken.done).toMatchObject({ student: { status: 'offer-out' } })
    expect(await order(place)).toEqual([])
  })

  it('suggests who is next while a seat is free, and nobody while none is', async () => {
    const { place, ids } = await waitFor(2)
    const next = async () => {
      const { body } = await call(box.app, as('auditor'), seatList, { entryYear: place.entryYear })
      const [only, ...more] = seatList.reply.parse(body).places
      expect(more).toEqual([])
      return [only?.revision, only?.waiting, only?.next?.student_id]
    }
    // Numbered, and not counted: no seat is free.
    expect(await next()).toEqual([0, 2, undefined])
    await countSeats(box, alnoor, place, 1)
    expect(await next()).toEqual([1, 2, ids[0]])
    const { student } = await fileOf(box, as('registrar'), ids[0] ?? '')
    await offerTo(box, as('registrar'), { id: student.student_id, revision: student.revision }, parseOfferDraft())
    expect(await next()).toEqual([1, 1, undefined])
    const freed = await does(
      ids[0] ?? '',
      { kind: 'move', to: 'rejected', outcome: 'declined-by-family', reason: 'fees' },
      'registrar',
    )
    expect([freed, await next()]).toEqual(['rejected', [1, 1, ids[1]]])
  })

  it('is numbered again when the school changes its order or a child goes elsewhere, and is nobody else’s', async () => {
    const { place, ids } = await waitFor(3)
    const [a = '', b = '', c = ''] = ids
    await does(b, claims('national'))
    await does(c, claims('alumni'))
    expect(await order(place)).toEqual([c, b, a])
    const { body } = await call(box.app, as('head'), admissionRules, {})
    const { rules, revision } = admissionRules.reply.parse(body)
    const claimOrder = ['national'] as const
    await call(box.app, as('head'), setAdmissionRules, { rules: { ...rules, claimOrder }, revision })
    expect(await order(place)).toEqual([b, a, c])
    expect((await expectKept(place)).get(b)?.cause).toBe('rules')
    const there = { ...place, stream: 'british' }
    expect(await does(b, { kind: 'place', place: there })).toBe('waiting')
    expect([await order(place), await order(there)]).toEqual([[a, c], [b]])
    expect((await expectKept(there)).get(b)?.cause).toBe('place')
    expect((await expectKept(place)).get(a)?.cause).toBe('other-left')
    expect(await listOf(place, 'stranger')).toEqual([])
    expect((await call(box.app, { school: 'alnoor' }, waitingList, place)).status).toBe(401)
  })

  it('of five hundred children is numbered again by one claim, and every one of them is told why', async () => {
    const place = { ...kg1, entryYear: 2099 }
    const made = await makeStudents(box, alnoor, 500, () => ({ ...place, status: 'waiting' }))
    const last = (await order(place)).at(-1) ?? ''
    expect(await does(last, claims('national'))).toBe('waiting')
    const kept = await expectKept(place)
    expect((await order(place))[0]).toBe(last)
    expect(made.every(({ id }) => kept.has(id))).toBe(true)
  })

  it('of the person who comes at the same moment, each is numbered once', async () => {
    const place = { ...kg1, entryYear: 2098 }
    const made = await makeStudents(box, alnoor, 16, () => ({ ...place, status: 'new' }))
    const came = await Promise.all(made.map((student) => step(box, as('registrar'), student, joins)))
    expect(came.every((done) => 'student' in done)).toBe(true)
    await expectKept(place)
  })

  it('whatever is done to it at once, every position kept is the one that it has', async () => {
    const { place, ids } = await waitFor(5)
    const there = { ...place, campus: 'north' }
    const any = fc.constantFrom(
      ...claimKinds.map((kind) => claims(kind)),
      claims('sibling', 'refused'),
      { ...shortlists, note: 'all the same' },
      joins,
      { kind: 'place', place: there } as const,
      { kind: 'place', place } as const,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat({ max: 4 }), any), { minLength: 4, maxLength: 10 }), async (steps) => {
        for (let no = 0; no < steps.length; no += 3) {
          await Promise.all(steps.slice(no, no + 3).map(([who, change]) => does(ids[who] ?? '', change)))
        }
        await expectKept(place)
        await expectKept(there)
      }),
      { numRuns: 6 },
    )
  }, 120_000)
})
