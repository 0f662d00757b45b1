import fc from 'fast-check'
import { expect, it } from 'vitest'
import { studentStatuses } from '#shared/students/student-status.rules.ts'
import { transitionsFrom } from '#shared/students/student-steps.rules.ts'
import { bulkSteps } from './bulk-steps.ts'

const standing = fc.record({ status: fc.constantFrom(...studentStatuses), heldFrom: fc.constant(null) })
const movers = fc.subarray(['officer', 'registrar', 'head', 'finance'] as const)

it('offers for many only what is some one’s step, and never an offer, a booking or what money hangs on', () => {
  fc.assert(
    fc.property(fc.array(standing), movers, (students, by) => {
      for (const { to, outcome } of bulkSteps(students, by)) {
        expect(['offer-out', 'accepted', 'booked', 'confirmed']).not.toContain(to)
        expect(
          students.some((each) =>
            transitionsFrom(each.status, null).some((move) => move.to === to && (move.outcome ?? null) === outcome),
          ),
        ).toBe(true)
      }
    }),
  )
})

it('asks for a reason when any of them needs one', () => {
  const held = { status: 'on-hold', heldFrom: 'waiting' } as const
  const toWaiting = (students: Parameters<typeof bulkSteps>[0]) =>
    bulkSteps(students, ['officer']).find(({ to }) => to === 'waiting')?.says
  expect(toWaiting([held])).toEqual([])
  expect(toWaiting([held, { status: 'new', heldFrom: null }])).toEqual(['reason'])
  expect(bulkSteps([], ['registrar'])).toEqual([])
})

it('takes nobody out of their turn on the waiting list', () => {
  expect(bulkSteps([{ status: 'waiting', heldFrom: null }], ['registrar']).map(({ to }) => to)).not.toContain(
    'shortlisted',
  )
})
