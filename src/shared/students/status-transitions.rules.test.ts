import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActorRole } from './status-transition.types.ts'
import { statusTransitions } from './status-transitions.rules.ts'
import { type StudentStatus, statusLetters, studentStatuses } from './student-status.rules.ts'
import { actorRoleFor, findTransition, transitionsFrom, withReason } from './student-steps.rules.ts'

const status = fc.constantFrom(...studentStatuses)
const heldFrom = fc.constantFrom(...studentStatuses.filter((each) => each !== 'on-hold'))

describe('the ways of a student', () => {
  it('never lead from a refusal straight to an offer', () => {
    expect(
      findTransition({ status: 'rejected', heldFrom: null }, 'offer-out', ['registrar', 'head', 'clock']),
    ).toBeUndefined()
    // Nor by way of a hold, which gives back what was there before.
    expect(transitionsFrom('on-hold', 'rejected').map(({ to }) => to)).not.toContain('offer-out')
  })

  it('let the family withdraw and a registrar close the file, wherever it is not closed', () => {
    fc.assert(
      fc.property(status, heldFrom, (at, before) => {
        if (at === 'rejected' || at === 'confirmed') return
        const ends = transitionsFrom(at, before).filter(({ to, outcome }) => to === 'rejected' && outcome !== undefined)
        const whoEnds = new Set<ActorRole>(ends.flatMap(({ by }) => by))
        expect([...whoEnds]).toEqual(expect.arrayContaining(['family', 'registrar']))
      }),
    )
  })

  it('have no dead end, and reach every status from new', () => {
    const reached = new Set<StudentStatus>(['new'])
    for (const each of reached) for (const { to } of transitionsFrom(each, 'shortlisted')) reached.add(to)
    expect([...reached].toSorted()).toEqual([...studentStatuses].toSorted())
    for (const each of studentStatuses) expect(transitionsFrom(each, 'new')).not.toEqual([])
  })

  it('close a file in exactly one way with each step that ends it, and in none with another', () => {
    for (const { to, outcome } of statusTransitions) expect(to === 'rejected').toBe(outcome !== undefined)
  })

  it('are told apart by where they lead, how they end, and who takes them', () => {
    const takers = statusTransitions.flatMap(({ from, to, outcome, by }) =>
      by.map((mover) => [from, to, outcome, mover].join(' ')),
    )
    expect(new Set(takers).size).toBe(takers.length)
  })

  it('give a seat back with every end, and without a network take none: at most that is proposed', () => {
    for (const move of statusTransitions) {
      if (move.seat === 'take') expect([move.to, move.offline]).toEqual(['offer-out', 'propose'])
      if (move.seat === 'firm') expect(move.offline).toBe('never')
      const isSeated =
        move.from === 'offer-out' || move.from === 'accepted' || move.from === 'booked' || move.from === 'confirmed'
      if (isSeated && move.to === 'rejected') expect(move.seat).toBe('release')
      if (isSeated && move.to !== 'rejected') expect(move.seat).toBeDefined()
    }
  })

  it('are taken for a family by the desk alone, who say why, and stand in the history as the family’s', () => {
    for (const move of statusTransitions) {
      if (!move.forFamilyBy?.length) continue
      expect(move.by).toEqual(['family'])
      expect(actorRoleFor(move, ['officer'])).toBe('family')
      expect(actorRoleFor(move, ['head', 'finance', 'clock'])).toBeUndefined()
      expect(withReason(move, ['officer']).some((said) => said === 'reason' || said === 'decline-reason')).toBe(true)
      expect(withReason(move, ['family'])).toEqual(move.says ?? [])
    }
  })

  it('go by letters that are each of one status', () => {
    expect(new Set(Object.values(statusLetters)).size).toBe(studentStatuses.length)
  })
})
