import { describe, expect, it } from 'vitest'
import type { OpenMove } from '../student-file/student.api.ts'
import { changeOf, emptyDraft, lacking } from './move-draft.ts'

const move = (more: Partial<OpenMove>): OpenMove => ({
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
    expect(lacking(move({}), emptyDraft)).toEqual([])
    expect(lacking(hold, emptyDraft)).toEqual(['reason', 'reviewOn'])
    expect(lacking(hold, { ...emptyDraft, reason: 'age', reviewOn: '2026-12-01' })).toEqual([])
    expect(lacking(move({ to: 'waiting', says: ['decline-reason'] }), emptyDraft)).toEqual(['reason'])
  })

  it('is not content with "something else" alone', () => {
    const draft = { reason: 'other', note: ' ', reviewOn: '2026-12-01' }
    expect(lacking(hold, draft)).toEqual(['note'])
    expect(lacking(hold, { ...draft, note: 'Mother is abroad' })).toEqual([])
  })

  it('says why it comes before others', () => {
    const early = move({ says: ['reason', 'out-of-order'] })
    expect(lacking(early, { ...emptyDraft, reason: 'seat-free' })).toEqual(['note'])
    expect(lacking(early, { ...emptyDraft, reason: 'seat-free', note: 'The twin is here' })).toEqual([])
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
