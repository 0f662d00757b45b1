import { expect, it } from 'vitest'
import type { OfferDraft } from '#local/admissions/offers.ts'
import { answerOf, isStarted, missingFields, openKinds } from './answer-draft.ts'

const draft: OfferDraft = {
  offerId: 'one',
  kind: 'decline',
  signedBy: 'typed',
  name: ' Hind Al Mana ',
  strokes: [],
  reason: 'other-school',
  chosenSchool: ' Doha College ',
  keepPlace: true,
  note: ' ',
}

it('offers what the server takes as the offer stands, and time only once', () => {
  const fresh = { hasAskedForTime: false, maySign: true }
  expect(openKinds('open', fresh)).toEqual(['sign', 'more-time', 'decline'])
  expect(openKinds('open', { ...fresh, hasAskedForTime: true })).toEqual(['sign', 'decline'])
  expect(openKinds('open', { ...fresh, maySign: false })).toEqual(['more-time', 'decline'])
  expect([openKinds('paused', fresh), openKinds('signed', fresh)]).toEqual([['decline'], ['decline']])
  expect([openKinds('accepted', fresh), openKinds('booked', fresh)]).toEqual([['withdraw'], ['withdraw']])
  for (const over of ['declined', 'withdrawn', 'expired', 'rescinded', 'superseded'] as const)
    expect(openKinds(over, fresh)).toEqual([])
})

it('brings back what was begun for this very offer, and nothing of another version', () => {
  expect(isStarted(draft, 'one', ['sign', 'decline'])).toEqual(draft)
  expect(isStarted(draft, 'two', ['sign', 'decline'])).toMatchObject({ kind: '', name: '', keepPlace: false })
  // Accepted meanwhile: what is left is to withdraw.
  expect(isStarted(draft, 'one', ['withdraw'])).toMatchObject({ kind: 'withdraw', reason: 'other-school' })
})

it('says what is lacking, one thing after the other', () => {
  expect(missingFields({ ...draft, kind: '' }, true)).toBe('choose')
  expect(missingFields({ ...draft, kind: 'sign', name: 'Hind\u202e' }, false)).toBe('unreadable')
  expect(missingFields({ ...draft, kind: 'sign', name: 'H' }, false)).toBe('sign')
  expect(missingFields({ ...draft, kind: 'sign', signedBy: 'drawn' }, false)).toBe('sign')
  expect(missingFields({ ...draft, kind: 'sign' }, false)).toBeUndefined()
  expect(missingFields({ ...draft, kind: 'more-time', reason: '' }, false)).toBeUndefined()
  expect(missingFields({ ...draft, reason: '' }, true)).toBe('reason')
  expect(missingFields({ ...draft, reason: 'other' }, true)).toBe('note')
  expect(missingFields(draft, false)).toBe('understand')
  expect(missingFields(draft, true)).toBeUndefined()
})

it('sends nothing that this answer does not ask for', () => {
  const signature = { kind: 'typed', name: 'Hind Al Mana' }
  expect(answerOf({ ...draft, kind: 'sign' }, 'open')).toEqual({ kind: 'sign', signature })
  expect(answerOf({ ...draft, kind: 'more-time', note: ' until May ' }, 'open')).toEqual({
    kind: 'more-time',
    note: 'until May',
  })
  const declined = { kind: 'decline', reason: 'other-school', chosenSchool: 'Doha College', keepPlace: true }
  expect(answerOf(draft, 'open')).toEqual(declined)
  // While the offer stands still nobody can keep a place in the queue.
  expect(answerOf(draft, 'paused')).toEqual({ ...declined, keepPlace: false })
  expect(answerOf({ ...draft, reason: 'fees' }, 'open')).toEqual({ kind: 'decline', reason: 'fees', keepPlace: true })
  expect(answerOf({ ...draft, kind: 'withdraw', reason: 'moving' }, 'booked')).toEqual({
    kind: 'withdraw',
    reason: 'moving',
  })
})
