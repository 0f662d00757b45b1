import { expect, it } from 'vitest'
import type { SeatCategorySeats } from '#shared/students/seat.contract.ts'
import { changeIn, draftOf, freeSeats, newPlaceIn } from './seat-draft.ts'

const place: SeatCategorySeats = {
  campus: '',
  entryYear: 2030,
  grade: 'KG1',
  stream: '',
  seats: 20,
  overOffer: 2,
  held: 5,
  firm: 4,
  waiting: 3,
  next: null,
  revision: 1,
}

it('has nothing to save before anything is changed, but for a place that nobody has counted', () => {
  expect(changeIn(place, draftOf(place))).toBeNull()
  const uncounted = { ...place, seats: 0, overOffer: 0, revision: 0 }
  expect(changeIn(uncounted, draftOf(uncounted))).toEqual({ seats: 0, overOffer: 0 })
})

it('takes counts in the digits of both languages, and names the field that is none', () => {
  expect(changeIn(place, { seats: ' ٢٥ ', overOffer: '2' })).toEqual({ seats: 25, overOffer: 2 })
  for (const wrong of ['', '-1', '2.5', 'many', '10001', '1e3']) {
    expect(changeIn(place, { seats: wrong, overOffer: '2' })).toBe('seats')
    expect(changeIn(place, { seats: '20', overOffer: wrong })).toBe('overOffer')
  }
})

it('takes a place that nobody has asked for, and names what is wrong with one', () => {
  const draft = { grade: '5', year: '٢٠٣٠', campus: ' west ', stream: '', seats: '24' }
  const asked = { campus: 'west', entryYear: 2030, grade: '5', stream: '' }
  expect(newPlaceIn([place], draft)).toEqual({ place: asked, seats: 24, overOffer: 0, revision: 0 })
  const same = { ...draft, campus: '', grade: 'KG1' }
  expect(newPlaceIn([place], same)).toBe('there')
  // Somebody has asked for it, and nobody has counted it.
  expect(newPlaceIn([{ ...place, revision: 0 }], same)).toMatchObject({ seats: 24, revision: 0 })
  for (const year of ['', '30', '3000', 'next']) expect(newPlaceIn([], { ...draft, year })).toBe('year')
  expect(newPlaceIn([], { ...draft, seats: '-1' })).toBe('seats')
})

it('counts as free what neither an offer nor a payment holds', () => {
  expect(freeSeats(place)).toBe(13)
})
