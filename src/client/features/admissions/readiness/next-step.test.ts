import { describe, expect, it } from 'vitest'
import type { StudentFile } from '../student-file/student.api.ts'
import { nextStepOf } from './next-step.ts'

type Readiness = NonNullable<StudentFile['readiness']>
type Move = StudentFile['moves'][number]

const ready: Readiness = {
  documents: { isNeeded: true, total: 7, done: 7, toReview: 0, next: null },
  interview: { isNeeded: true, state: 'held', at: null },
  score: { isNeeded: true, state: 'done' },
  fee: { isNeeded: true, paid: 1 as Readiness['fee']['paid'] },
  approval: 'none',
  seat: { state: 'free', free: 3 },
}
const move = (to: Move['to'], hindrances: string[] = []): Move => ({
  to,
  outcome: null,
  says: [],
  forFamily: false,
  needsApproval: false,
  offline: 'queue',
  hindrances,
})
const at = (status: Move['to'], moves: Move[], more: Partial<Readiness> = {}) =>
  nextStepOf({
    student: { status, erasedAt: null } as StudentFile['student'],
    moves,
    proposals: [],
    readiness: { ...ready, ...more },
  })

describe('what to do next with a file', () => {
  it('is the next status where nothing is missing', () => {
    expect(at('new', [move('rejected'), move('shortlisted')])).toMatchObject({
      kind: 'move',
      move: { to: 'shortlisted' },
    })
    expect(at('shortlisted', [move('waiting'), move('offer-out')])).toMatchObject({ move: { to: 'offer-out' } })
    expect(at('booked', [move('confirmed')])).toMatchObject({ move: { to: 'confirmed' } })
  })

  it('is first what waits for a review, then what the school asks for before an offer', () => {
    const moves = [move('offer-out', ['student.documents-open'])]
    const documents = { ...ready.documents, done: 5 }
    expect(at('new', [move('shortlisted')], { documents: { ...documents, toReview: 1 } })).toEqual({ kind: 'review' })
    expect(at('shortlisted', moves, { documents })).toEqual({ kind: 'documents' })
    expect(at('shortlisted', moves, { interview: { isNeeded: true, state: 'booked', at: null } })).toEqual({
      kind: 'interview',
    })
    expect(at('waiting', moves, { score: { isNeeded: true, state: 'open' } })).toEqual({ kind: 'score' })
    expect(at('shortlisted', moves, { fee: { isNeeded: true, paid: 0 as Readiness['fee']['paid'] } })).toEqual({
      kind: 'fee',
    })
    // What the school does not ask for holds up nothing.
    expect(at('shortlisted', [move('offer-out')], { documents: { ...documents, isNeeded: false } })).toMatchObject({
      kind: 'move',
    })
  })

  it('is the turn of somebody else, or nothing for who may take no step', () => {
    expect(at('offer-out', [move('rejected')])).toEqual({ kind: 'family' })
    expect(at('accepted', [move('rejected'), move('booked', ['student.money-missing'])])).toEqual({ kind: 'deposit' })
    expect(at('shortlisted', [])).toBeUndefined()
    expect(at('confirmed', [move('rejected')])).toBeUndefined()
  })
})
