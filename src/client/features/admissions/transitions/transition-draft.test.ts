import { describe, expect, it } from 'vitest'
import type { OpenTransition } from '../student-file/student.api.ts'
import { changeOf, emptyDraft, missingFields } from './transition-draft.ts'

const move = (more: Partial<OpenTransition>): OpenTransition => ({
  to: 'shortlisted',
  outcome: null,
  says: [],
  forFamily: false,
  needsApproval: false,
  offline: 'queue',
  hindrances: [],
  ...more,
})
const hold = move({ to: 'on-hold', says: ['reason', 'review-on'] })

describe('a step that is being asked for', () => {
  it('says what it has to say', () => {
    expect(missingFields(move({}), emptyDraft)).toEqual([])
    expect(missingFields(hold, emptyDraft)).toEqual(['reason', 'reviewOn'])
    expect(missingFields(hold, { ...emptyDraft, reason: 'age', reviewOn: '2026-12-01' })).toEqual([])
    expect(missingFields(move({ to: 'waiting', says: ['decline-reason'] }), emptyDraft)).toEqual(['reason'])
  })

  it('is not content with "something else" alone', () => {
    const draft = { reason: 'other', note: ' ', reviewOn: '2026-12-01' }
    expect(missingFields(hold, draft)).toEqual(['note'])
    expect(missingFields(hold, { ...draft, note: 'Mother is abroad' })).toEqual([])
  })

  it('says why it comes before others', () => {
    const early = move({ says: ['reason', 'out-of-order'] })
    expect(missingFields(early, { ...emptyDraft, reason: 'seat-free' })).toEqual(['note'])
    expect(missingFields(early, { ...emptyDraft, reason: 'seat-free', note: 'The twin is here' })).toEqual([])
  })

  it('sends nothing that was typed for another step', () => {
    const draft = { reason: 'age', note: ' Seen on Sunday ', reviewOn: '2026-12-01' }
    expect(changeOf(move({}), draft)).toEqual({ kind: 'move', to: 'shortlisted', note: 'Seen on Sunday' })
    expect(changeOf(hold, draft)).toEqual({ ...draft, kind: 'move', to: 'on-hold', note: 'Seen on Sunday' })
    expect(changeOf(move({ to: 'rejected', outcome: 'withdrawn-by-family' }), emptyDraft)).toEqual({
      kind: 'move',
      to: 'rejected',
      outcome: 'withdrawn-by-family',
    })
  })
})
