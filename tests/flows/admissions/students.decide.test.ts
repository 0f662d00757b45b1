import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { students } from '#server/features/students/student.table.ts'
import { studentChanges, studentCommands } from '#server/features/students/student-change.table.ts'
import { studentData, studentUpdate } from '#shared/admissions/student-file.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { studentOutcomes, studentStatuses } from '#shared/students/student-status.rules.ts'
import { transitionsFrom } from '#shared/students/student-steps.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const staff = ['admission-officer', 'registrar', 'head', 'finance', 'admin'] as const satisfies readonly Role[]

describe.each(engines)('decisions about a student on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Awaited<ReturnType<typeof signInAs>>> = {}
  const as = (name: string) => {
    const caller = callers[name]
    if (!caller) throw new Error(`nobody is called ${name}`)
    return caller
  }
  const historyOf = async (id: string) =>
    (await box.db.owner.select().from(studentChanges).orderBy(studentChanges.revision)).filter(
      ({ studentId }) => studentId === id,
    )
  const rowOf = async (id: string) => (await box.db.owner.select().from(students)).find((row) => row.id === id)
  const toShortlist = { kind: 'move', to: 'shortlisted' } as const

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const manara = await makeSchool(box, 'manara')
    for (const role of [...staff, 'auditor'] as const) callers[role] = await signInAs(box, alnoor, role, [role])
    callers['stranger'] = await signInAs(box, manara, 'stranger', ['admin'])
  })
  afterAll(() => box.close())

  it('anyone who takes whichever steps: only those that were offered count, and the status is the last row of the history', async () => {
    const attempt = fc.record({
      role: fc.constantFrom(...staff),
      to: fc.constantFrom(...studentStatuses),
      outcome: fc.option(fc.constantFrom(...studentOutcomes), { nil: undefined }),
      reason: fc.constantFrom(undefined, '', 'mistake', 'mistake'),
      reviewOn: fc.constantFrom(undefined, '2030-03-02', '2030-03-03', '2030-05-01'),
      isStale: fc.constantFrom(true, false, false, false, false),
      /** Else any step there is, or none. */
      choice: fc.option(fc.nat(), { freq: 4, nil: undefined }),
    })
    const start = fc.record({
      status: fc.constantFrom(...studentStatuses),
      heldFrom: fc.constantFrom(...studentStatuses.filter((each) => each !== 'on-hold')),
    })
    const walk = fc.asyncProperty(start, fc.array(attempt, { minLength: 1, maxLength: 8 }), async (from, attempts) => {
      const { status, heldFrom } = from
      let at = await makeStudent(box, alnoor, { status, ...(status === 'on-hold' && { heldFrom }) })
      for (const { role, reason, reviewOn, isStale, choice, ...any } of attempts) {
        const { moves } = await fileOf(box, as(role), at.id)
        const chosen = choice === undefined || moves.length === 0 ? undefined : moves[choice % moves.length]
        const to = chosen?.to ?? any.to
        const outcome = chosen ? (chosen.outcome ?? undefined) : any.outcome
        const offered = moves.find((move) => move.to === to && move.outcome === (outcome ?? null))
        const isSaid = offered?.says.every((each) => {
          if (each === 'review-on') return (reviewOn ?? '') >= '2030-03-03'
          // Nobody here writes a note why one child comes before another.
          return each !== 'out-of-order' && Boolean(reason)
        })
        const counts = !isStale && offered?.hindrances.length === 0 && isSaid === true
        const before = await historyOf(at.id)
        const command = commandOn(
          { id: at.id, revision: at.revision - (isStale ? 1 : 0) },
          { kind: 'move', to, outcome, reason, reviewOn },
        )
        const done = await decide(box, as(role), command)
        expect('student' in done, JSON.stringify([at.status, role, to, outcome, done])).toBe(counts)
        const history = await historyOf(at.id)
        const now = await rowOf(at.id)
        expect(history.at(-1)).toMatchObject({ toStatus: now?.status, outcome: now?.outcome })
        const isTaken = counts && !offered.needsApproval
        expect(history.length).toBe(before.length + (isTaken ? 1 : 0))
        if (isTaken) {
          const { fromStatus, mover, byUser } = history.at(-1) ?? {}
          expect([fromStatus, byUser]).toEqual([at.status, as(role).userId])
          const steps = transitionsFrom(at.status, at.heldFrom).filter(
            (move) => move.to === to && move.outcome === outcome,
          )
          expect(steps.some(({ by }) => mover !== undefined && by.includes(mover))).toBe(true)
        }
        expect(now?.revision).toBe(at.revision + (counts ? 1 : 0))
        if (!counts) expect(now).toEqual(at)
        at = now ?? at
      }
    })
    await fc.assert(walk, { numRuns: 40 })
  }, 60_000)

  it('keeps its history: what serves a school can add to it, and neither change nor delete', async () => {
    const at = await makeStudent(box, alnoor)
    await decide(box, as('registrar'), commandOn(at, toShortlist))
    const [before, commands] = [await historyOf(at.id), await box.db.owner.select().from(studentCommands)]
    expect(before.map(({ toStatus }) => toStatus)).toEqual(['new', 'shortlisted'])
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      expect(await tx.update(studentChanges).set({ reason: 'else' }).returning()).toEqual([])
      expect(await tx.delete(studentChanges).returning()).toEqual([])
      expect(await tx.update(studentCommands).set({ askedHash: '' }).returning()).toEqual([])
      expect(await tx.delete(studentCommands).returning()).toEqual([])
    })
    expect(await historyOf(at.id)).toEqual(before)
    expect(await box.db.owner.select().from(studentCommands)).toEqual(commands)
  })

  it('the same command again, days later and after others, is answered as before and changes nothing', async () => {
    const at = await makeStudent(box, alnoor)
    const command = commandOn(at, {
      kind: 'move',
      to: 'on-hold',
      reason: 'visa',
      reviewOn: '2030-03-09',
      note: 'waits',
    })
    const first = await decide(box, as('admission-officer'), command)
    expect(first).toMatchObject({
      student: { status: 'on-hold', heldFrom: 'new', reviewOn: '2030-03-09', revision: 2 },
    })
    const resume = { kind: 'move', to: 'new' } as const
    expect(await decide(box, as('registrar'), commandOn({ ...at, revision: 2 }, resume))).toHaveProperty('student')
    const later = await Promise.all(Array.from({ length: 5 }, () => decide(box, as('admission-officer'), command)))
    expect(later).toEqual(later.map(() => first))
    expect((await historyOf(at.id)).map(({ toStatus }) => toStatus)).toEqual(['new', 'on-hold', 'new'])
    // The id with anything else, of anybody else or for another student is no repetition.
    const other = await makeStudent(box, alnoor)
    const id = { commandId: command.commandId }
    const taken = { refused: 'request.invalid', field: 'commandId', status: 400 }
    expect(await decide(box, as('admission-officer'), commandOn({ ...at, revision: 3 }, toShortlist, id))).toEqual(
      taken,
    )
    expect(await decide(box, as('registrar'), command)).toEqual(taken)
    expect(await decide(box, as('admission-officer'), commandOn(other, toShortlist, id))).toEqual(taken)
    expect(await rowOf(other.id)).toEqual(other)
  })

  it('of several at once on one revision one counts, and one command sent at once by several tabs counts once', async () => {
    const at = await makeStudent(box, alnoor)
    const waits = { kind: 'move', to: 'waiting', reason: 'grade-full' } as const
    const commands = [toShortlist, waits, toShortlist, waits, toShortlist, waits].map((change) => commandOn(at, change))
    const done = await Promise.all(commands.map((command) => decide(box, as('registrar'), command)))
    expect(done.filter((each) => 'student' in each)).toHaveLength(1)
    expect(done.filter((each) => 'refused' in each && each.refused === 'student.changed')).toHaveLength(5)
    expect(await historyOf(at.id)).toHaveLength(2)
    const again = await makeStudent(box, alnoor)
    const command = commandOn(again, toShortlist)
    const same = await Promise.all([1, 2, 3, 4].map(() => decide(box, as('registrar'), command)))
    expect(new Set(same.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await historyOf(again.id)).toHaveLength(2)
    // One id for two students at once: one of them is moved.
    const [one, two] = [await makeStudent(box, alnoor), await makeStudent(box, alnoor)]
    const id = { commandId: commandOn(one, toShortlist).commandId }
    const both = await Promise.all(
      [one, two].map((each) => decide(box, as('registrar'), commandOn(each, toShortlist, id))),
    )
    expect(both.filter((each) => 'student' in each)).toHaveLength(1)
    expect((await Promise.all([one, two].map(({ id: each }) => historyOf(each)))).flat()).toHaveLength(3)
  })

  it('says what is missing: the reason, the day of a review, what has to be so first', async () => {
    const at = await makeStudent(box, alnoor, { grade: null })
    const ask = (change: Parameters<typeof commandOn>[1], who = 'registrar', student = at) =>
      decide(box, as(who), commandOn(student, change))
    const refused = async (...asked: Parameters<typeof ask>) => {
      const done = await ask(...asked)
      return 'refused' in done ? [done.refused, done.status] : done
    }
    expect(await refused({ kind: 'move', to: 'waiting' })).toEqual(['student.reason-missing', 400])
    expect(await refused({ kind: 'move', to: 'waiting', reason: '  ' })).toEqual(['student.reason-missing', 400])
    const hold = { kind: 'move', to: 'on-hold', reason: 'visa' } as const
    expect(await refused(hold)).toEqual(['student.review-day', 400])
    expect(await refused({ ...hold, reviewOn: '2030-03-02' })).toEqual(['student.review-day', 400])
    expect(await refused(toShortlist)).toEqual(['student.age-unknown', 409])
    expect(await refused({ kind: 'move', to: 'confirmed' })).toEqual(['student.no-such-move', 409])
    expect(await refused({ kind: 'move', to: 'rejected' })).toEqual(['student.no-such-move', 409])
    const refuse = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
    expect(await refused(refuse, 'finance')).toEqual(['access.denied', 403])
    const desk = await makeStudent(box, alnoor, { origin: 'desk' })
    expect(await refused(toShortlist, 'registrar', desk)).toEqual(['student.not-submitted', 409])
    const listed = await makeStudent(box, alnoor, { status: 'shortlisted' })
    expect(await refused({ kind: 'move', to: 'offer-out' }, 'head', listed)).toEqual(['student.seats-uncounted', 409])
    const { moves } = await fileOf(box, as('head'), listed.id)
    expect(moves.find(({ to }) => to === 'offer-out')).toMatchObject({
      hindrances: ['student.seats-uncounted'],
      says: ['offer'],
    })
    expect(await rowOf(at.id)).toEqual(at)
    expect(await ask(refuse)).toMatchObject({ student: { outcome: 'refused-by-school', closedBy: 'school' } })
  })

  it('a file is looked after by those who may decide, and by nobody else', async () => {
    const at = await makeStudent(box, alnoor)
    const assign = (owner: string | null, revision = at.revision) => {
      const change = { kind: 'assign', owner, nextActionOn: '2030-03-08' } as never
      return decide(box, as('head'), commandOn({ ...at, revision }, change))
    }
    const nobody = { refused: 'request.invalid', field: 'owner', status: 400 }
    expect(await assign(as('auditor').userId)).toEqual(nobody)
    expect(await assign(as('stranger').userId)).toEqual(nobody)
    const { userId } = as('admission-officer')
    expect(await assign(userId)).toMatchObject({
      student: { owner: { userId, name: { en: 'admission-officer' } }, nextActionOn: '2030-03-08', revision: 2 },
    })
    expect(await assign(null, 2)).toMatchObject({ student: { owner: null } })
  })

  it('is seen by an auditor and decided by none; of another school there is nothing', async () => {
    const at = await makeStudent(box, alnoor, { nationality: null })
    expect((await fileOf(box, as('auditor'), at.id)).moves).toEqual([])
    const refused = async (caller: Caller) => {
      const to = [await call(box.app, caller, studentData, { student_id: at.id })]
      // No step: a step is refused for want of a capacity as well.
      const assign = { kind: 'assign', owner: null, nextActionOn: '2030-03-08' } as const
      to.push(await call(box.app, caller, studentUpdate, commandOn(at, assign)))
      return to.map(({ status }) => status)
    }
    expect(await refused(as('auditor'))).toEqual([200, 403])
    expect(await refused(as('stranger'))).toEqual([404, 404])
    expect(await refused({ school: 'alnoor' })).toEqual([401, 401])
    const supervisor = await signInAs(box, alnoor, 'supervisor', ['supervisor', 'it', 'operator', 'family'])
    expect(await refused(supervisor)).toEqual([403, 403])
    await box.db.owner.execute(sql`update sessions set kind = 'pos' where user_id = ${as('finance').userId}`)
    expect(await refused(as('finance'))).toEqual([403, 403])
    await box.db.owner.execute(sql`update sessions set kind = 'staff' where user_id = ${as('finance').userId}`)
    expect(await rowOf(at.id)).toEqual(at)
  })
})
