import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offers } from '#server/features/admissions/offers/offer.table.ts'
import { seatCategories, seatHolds } from '#server/features/admissions/seats/seat.table.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { students } from '#server/features/students/student.table.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { findTransition } from '#shared/students/student-steps.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import {
  answerBy,
  countSeats,
  declines,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
  step,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

const staff = ['admission-officer', 'registrar', 'head', 'finance'] as const satisfies readonly Role[]
const family: Caller = { school: 'alnoor' }
const live = ['sent', 'viewed', 'accepted']

/** What a student who stands there has of a seat. */
const seatOf: Record<StudentStatus, 'held' | 'firm' | 'none'> = {
  new: 'none',
  shortlisted: 'none',
  waiting: 'none',
  'on-hold': 'none',
  'offer-out': 'held',
  accepted: 'held',
  booked: 'firm',
  confirmed: 'firm',
  rejected: 'none',
}

const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('move' as const), role: fc.constantFrom(...staff), which: fc.nat() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('offer' as const), days: fc.constantFrom(0, 3, 9) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('sign', 'decline', 'queue', 'withdraw') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), amount: fc.constantFrom(40_000, 100_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 30, 24 * 12) }) },
)
type AnyStep = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

describe.each(engines)('whatever anybody does with offers on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let taken = 0
  const callers: Partial<Record<Role, Caller>> = {}
  const as = (role: Role): Caller => callers[role] ?? family

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of staff) callers[role] = await signInAs(box, alnoor, role, [role])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  /** What must hold at every instant. */
  async function checkAll(ids: readonly string[]) {
    const holds = (await box.db.owner.select().from(seatHolds)).filter(({ releasedAt }) => releasedAt === null)
    for (const { entryYear, seats, overOffer } of await box.db.owner.select().from(seatCategories)) {
      const here = holds.filter((hold) => hold.entryYear === entryYear)
      expect(here.length).toBeLessThanOrEqual(seats + overOffer)
    }
    const rows = (await box.db.owner.select().from(students)).filter(({ id }) => ids.includes(id))
    const all = await box.db.owner.select().from(offers)
    const history = await box.db.owner.select().from(studentChanges).orderBy(studentChanges.revision)
    for (const { id, status, heldFrom, outcome } of rows) {
      const at = status === 'on-hold' && heldFrom !== null ? heldFrom : status
      const held = holds.filter(({ studentId }) => studentId === id).map(({ state }) => state)
      expect([status, at, ...held]).toEqual([status, at, ...(seatOf[at] === 'none' ? [] : [seatOf[at]])])
      const theirs = all.filter(({ studentId, state }) => studentId === id && live.includes(state))
      expect(theirs.length).toBe(seatOf[at] === 'none' ? 0 : 1)
      if (theirs[0]) expect(theirs[0].state === 'accepted').toBe(at !== 'offer-out')
      if (theirs[0]) expect(theirs[0].pausedAt !== null).toBe(status === 'on-hold')
      const last = history.filter(({ studentId }) => studentId === id).at(-1)
      expect([last?.toStatus, last?.outcome]).toEqual([status, outcome])
      if (status === 'rejected') continue
      expect(findTransition({ status, heldFrom }, 'rejected', ['registrar'], closeOf(status)), status).toBeDefined()
      expect(
        findTransition({ status, heldFrom }, 'rejected', ['family', 'registrar'], givesUp(status)),
        status,
      ).toBeDefined()
    }
    const children = holds.map(({ childId, entryYear, campus }) => `${childId} ${entryYear} ${campus}`)
    expect(new Set(children).size).toBe(children.length)
  }
  const closeOf = (status: StudentStatus) =>
    status === 'offer-out' ? 'offer-rescinded' : status === 'confirmed' ? 'withdrawn-by-family' : 'refused-by-school'
  const givesUp = (status: StudentStatus) => (status === 'offer-out' ? 'declined-by-family' : 'withdrawn-by-family')

  async function act(id: string, asked: AnyStep) {
    const { student, moves, offers: theirs } = await fileOf(box, as('registrar'), id)
    const at = { id, revision: student.revision }
    const [offer] = theirs
    switch (asked.do) {
      case 'move': {
        const open = (await fileOf(box, as(asked.role), id)).moves
        const move = open[asked.which % Math.max(1, open.length)]
        if (!move) return undefined
        const { to, outcome } = move
        const said = { reason: 'other', note: 'x', reviewOn: '2038-01-01' }
        return step(box, as(asked.role), at, { kind: 'move', to, ...(outcome && { outcome }), ...said })
      }
      case 'offer': {
        const expiresOn = new Date(box.clock.nowMs() + asked.days * dayMs).toISOString().slice(0, 10)
        const { done } = await offerTo(box, as('registrar'), at, parseOfferDraft({ expiresOn }))
        const isOpen = moves.some(({ to, hindrances }) => to === 'offer-out' && hindrances.length === 0)
        // A bare move back to an offer is none that takes a letter.
        if ('student' in done) expect(isOpen).toBe(true)
        return done
      }
      case 'pay': {
        const receipt = { method: 'cash', receipt: crypto.randomUUID() } as const
        return step(box, as('finance'), at, {
          kind: 'deposit',
          offerId: offer?.id ?? crypto.randomUUID(),
          amount: minor(asked.amount),
          ...receipt,
        })
      }
      case 'wait': {
        box.clock.advance(asked.hours * hourMs)
        return Promise.all([1, 2].map(() => runAdmissionClock(box.deps, alnoor.schoolId)))
      }
      case 'sign':
      case 'decline':
      case 'queue':
      case 'withdraw': {
        const email = offer?.signers[0]?.email
        if (!email || offer.sentAt === null) return undefined
        const answer = {
          sign: signs,
          decline: declines,
          queue: { ...declines, keepPlace: true },
          withdraw: { kind: 'withdraw', reason: 'moving' },
        } as const
        return answerBy(box, family, await linkOf(box, email), answer[asked.do], { offerId: offer.id })
      }
    }
  }

  it('seats are never more than there are, each student has what its status says, and nobody is stuck', async () => {
    let year = 2050
    const walk = fc.asyncProperty(
      fc.integer({ min: 1, max: 2 }),
      fc.array(fc.tuple(fc.nat({ max: 3 }), anyStep), { minLength: 6, maxLength: 18 }),
      async (seats, steps) => {
        year += 1
        await countSeats(box, alnoor, { ...kg1, entryYear: year }, seats - 1, 1)
        const personId = crypto.randomUUID()
        const ids: string[] = []
        for (const no of [0, 1, 2, 3]) {
          const more = no < 2 ? { personId } : {}
          ids.push((await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: year, ...more })).id)
        }
        for (const [who, asked] of steps) {
          // Two of them at the same moment, as far as they differ.
          const done = await Promise.all([act(ids[who] ?? '', asked), act(ids[(who + 1) % 4] ?? '', asked)])
          taken += done.filter((each) => each && ('student' in each || 'state' in each)).length
          await checkAll(ids)
        }
      },
    )
    await fc.assert(walk, { numRuns: 7 })
    // It would prove nothing if nothing came of it.
    expect(taken).toBeGreaterThan(20)
  }, 240_000)
})
