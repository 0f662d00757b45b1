import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { studentProposals } from '#server/features/students/student-change.table.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const rescind = { kind: 'move', to: 'rejected', outcome: 'offer-rescinded', reason: 'papers-false' } as const
type Change = Parameters<typeof commandOn>[1]

describe.each(engines)('a step that two people decide on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Awaited<ReturnType<typeof signInAs>>> = {}
  const as = (name: string) => {
    const caller = callers[name]
    if (!caller) throw new Error(`nobody is called ${name}`)
    return caller
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'finance', 'admission-officer', 'admin'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    callers['both'] = await signInAs(box, alnoor, 'both', ['registrar', 'head'])
  })
  afterAll(() => box.close())

  /** Proposed by somebody, on a student with an offer: the student as it is then, and the proposal. */
  const proposed = async (who = 'registrar') => {
    const at = await makeStudent(box, alnoor, { status: 'offer-out' })
    const done = await decide(box, as(who), commandOn(at, rescind))
    if (!('student' in done) || done.proposalId === null) throw new Error(`not proposed: ${JSON.stringify(done)}`)
    return { at: { id: at.id, revision: done.student.revision }, student: done.student, proposalId: done.proposalId }
  }
  const ask = async (who: string, at: { id: string; revision: number }, change: Change) => {
    const done = await decide(box, as(who), commandOn(at, change))
    return 'refused' in done ? done.refused : done.student.status
  }

  it('waits for another person, who agrees: both stand in the history, once', async () => {
    const { at, student, proposalId } = await proposed()
    expect(student).toMatchObject({ status: 'offer-out', outcome: null, revision: 2 })
    const before = await fileOf(box, as('head'), at.id)
    expect(before.proposals).toMatchObject([{ id: proposalId, outcome: 'offer-rescinded', reason: 'papers-false' }])
    expect(before.history).toHaveLength(1)
    const approve = commandOn(at, { kind: 'approve', proposalId })
    const done = await decide(box, as('head'), approve)
    expect(done).toMatchObject({ student: { status: 'rejected', closedBy: 'school', revision: 3 }, proposalId: null })
    expect(await decide(box, as('head'), approve)).toEqual(done)
    const { history, proposals } = await fileOf(box, as('head'), at.id)
    expect(history).toHaveLength(2)
    expect(history[1]).toMatchObject({
      mover: 'registrar',
      by: { userId: as('registrar').userId },
      approvedBy: { userId: as('head').userId },
      reason: 'papers-false',
    })
    expect(proposals).toEqual([])
    expect(await ask('head', { ...at, revision: 3 }, { kind: 'approve', proposalId })).toBe('student.proposal-over')
  })

  it('is never agreed to by the person who asked, nor by somebody without that right', async () => {
    const { at, proposalId } = await proposed('both')
    expect(await ask('both', at, { kind: 'approve', proposalId })).toBe('student.needs-another')
    for (const who of ['registrar', 'finance', 'admission-officer', 'admin'])
      expect(await ask(who, at, { kind: 'approve', proposalId }), who).toBe('access.denied')
    expect(await ask('head', { ...at, revision: 1 }, { kind: 'approve', proposalId })).toBe('student.changed')
    expect(await ask('head', at, { kind: 'approve', proposalId })).toBe('rejected')
  })

  it('is asked for once, taken back by the person who asked, and refused by the person who could agree', async () => {
    const { at, proposalId } = await proposed()
    expect(await ask('admin', at, rescind)).toBe('student.proposed')
    const { moves } = await fileOf(box, as('admin'), at.id)
    expect(moves.filter(({ hindrances }) => hindrances.includes('student.proposed'))).toMatchObject([
      { to: 'rejected', outcome: 'offer-rescinded', needsApproval: true },
    ])
    const takeBack: Change = { kind: 'withdraw-proposal', proposalId, note: 'a mistake' }
    expect(await ask('finance', at, takeBack)).toBe('access.denied')
    expect(await ask('registrar', at, takeBack)).toBe('offer-out')
    expect(await ask('head', { ...at, revision: 3 }, { kind: 'approve', proposalId })).toBe('student.proposal-over')
    const second = await proposed()
    expect(await ask('head', second.at, { kind: 'withdraw-proposal', proposalId: second.proposalId })).toBe('offer-out')
    const rows = await box.db.owner.select().from(studentProposals)
    const settled = rows.filter(({ id }) => id === proposalId || id === second.proposalId)
    expect(settled.map(({ state, settledBy }) => [state, settledBy])).toEqual(
      expect.arrayContaining([
        ['withdrawn', as('registrar').userId],
        ['withdrawn', as('head').userId],
      ]),
    )
  })

  it('is judged again: overtaken by another step, or asked for by somebody who may no longer, it is not taken', async () => {
    const { at, proposalId } = await proposed()
    const hold: Change = { kind: 'move', to: 'on-hold', reason: 'visa', reviewOn: '2030-04-01' }
    expect(await ask('registrar', at, hold)).toBe('on-hold')
    expect(await ask('head', { ...at, revision: 3 }, { kind: 'approve', proposalId })).toBe('student.proposal-over')
    expect((await fileOf(box, as('head'), at.id)).proposals).toEqual([])
    callers['leaver'] = await signInAs(box, alnoor, 'leaver', ['registrar'])
    const second = await proposed('leaver')
    const { userId } = as('leaver')
    await box.db.owner
      .update(users)
      .set({ roles: ['operator'] })
      .where(eq(users.id, userId))
    const approve: Change = { kind: 'approve', proposalId: second.proposalId }
    expect(await ask('head', second.at, approve)).toBe('access.denied')
    await box.db.owner
      .update(users)
      .set({ roles: ['registrar'], disabledAt: '2030-03-03T05:00:00.000Z' })
      .where(eq(users.id, userId))
    expect(await ask('head', second.at, approve)).toBe('access.denied')
    await box.db.owner.update(users).set({ disabledAt: null }).where(eq(users.id, userId))
    expect(await ask('head', second.at, approve)).toBe('rejected')
  })

  it('is about its own student', async () => {
    const [one, other] = [await proposed(), await proposed()]
    expect(await ask('head', one.at, { kind: 'approve', proposalId: other.proposalId })).toBe('request.not-found')
    expect(await ask('head', other.at, { kind: 'approve', proposalId: other.proposalId })).toBe('rejected')
  })
})
