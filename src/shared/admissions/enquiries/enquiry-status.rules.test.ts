import { expect, it } from 'vitest'
import { enquiryStatuses, mayMoveEnquiry, statusAfter } from './enquiry-status.rules.ts'

it('moves forward by hand, to lost and back, and never to applied', () => {
  const ways = enquiryStatuses.flatMap((from) =>
    enquiryStatuses.filter((to) => mayMoveEnquiry(from, to)).map((to) => `${from}>${to}`),
  )
  expect(ways).toEqual([
    'new>contacted',
    'new>visited',
    'new>invited',
    'new>lost',
    'contacted>visited',
    'contacted>invited',
    'contacted>lost',
    'visited>invited',
    'visited>lost',
    'invited>lost',
    'lost>contacted',
  ])
})

it('is moved on by what happens, never back, and found again by an application', () => {
  expect(statusAfter('new', 'contacted')).toBe('contacted')
  expect(statusAfter('invited', 'visited')).toBe('invited')
  expect(statusAfter('lost', 'invited')).toBe('lost')
  expect(statusAfter('lost', 'applied')).toBe('applied')
  expect(statusAfter('applied', 'contacted')).toBe('applied')
})
