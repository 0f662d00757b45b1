import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  actsFrom,
  after,
  type DocumentActorRole,
  documentActs,
  documentStates,
  documentSteps,
  findStep,
  isSettledOn,
  nothingYet,
  type Standing,
  stateOn,
} from './document-state.rules.ts'

const movers: readonly DocumentActorRole[] = ['family', 'desk', 'lead']
const days = fc.constantFrom('2030-03-01', '2030-03-02', '2030-03-03', '2030-03-04', '2030-03-05')
const walk = fc.array(
  fc.record({ act: fc.constantFrom(...documentActs), by: fc.constantFrom(...movers), day: days, today: days }),
  {
    maxLength: 12,
  },
)

/** Goes as far as the steps allow; each with a day where one has to be said. */
function standingsOf(steps: typeof walk extends fc.Arbitrary<infer T> ? T : never): Standing[] {
  const seen = [nothingYet]
  for (const { act, by, day, today } of steps) {
    const at = seen.at(-1) ?? nothingYet
    const step = findStep(stateOn(at, today), act, [by])
    if (step) seen.push(after(step, at, step.says === 'day' || act === 'approve' ? day : null))
  }
  return seen
}

describe('the way of a document', () => {
  it('has one step for each act from each state, and says which', () => {
    for (const state of documentStates) {
      for (const mover of movers) {
        const steps = documentSteps.filter(({ from, by }) => from.includes(state) && by.includes(mover))
        expect(new Set(steps.map(({ act }) => act)).size, `${state} ${mover}`).toBe(steps.length)
        expect(actsFrom(state, [mover]).toSorted()).toEqual(steps.map(({ act }) => act).toSorted())
      }
    }
  })

  it('has no dead end: from everywhere it can be settled by staff, and what is not settled can be sent by a family', () => {
    for (const state of documentStates) {
      const isDone = state === 'approved' || state === 'waived'
      expect(findStep(state, 'upload', ['family']) !== undefined, state).toBe(!isDone)
      if (!isDone) expect(findStep(state, 'waive', ['lead']), state).toBeDefined()
      else expect(findStep(state, 'ask-again', ['lead']), state).toBeDefined()
    }
  })

  it('lets a family do nothing but send', () => {
    for (const { act, by } of documentSteps) expect(act === 'upload' || !by.includes('family'), act).toBe(true)
  })

  it('is settled on a day exactly when it is approved and good, waived, or promised and not due', () => {
    fc.assert(
      fc.property(walk, days, (steps, today) => {
        for (const at of standingsOf(steps)) {
          const isGood = at.state === 'approved' && (at.expiresOn === null || at.expiresOn >= today)
          const isPromised = at.promisedUntil !== null && at.promisedUntil >= today
          expect(isSettledOn(at, today)).toBe(isGood || at.state === 'waived' || isPromised)
          const state = stateOn(at, today)
          if (state === 'expired') expect(isSettledOn(at, today)).toBe(false)
          if (state !== 'expired') expect(state).toBe(at.state)
        }
      }),
    )
  })

  it('never becomes good again by itself: what has expired stays so until somebody does something', () => {
    fc.assert(
      fc.property(walk, days, days, (steps, one, other) => {
        const [before, later] = one < other ? [one, other] : [other, one]
        for (const at of standingsOf(steps)) if (!isSettledOn(at, before)) expect(isSettledOn(at, later)).toBe(false)
      }),
    )
  })

  it('keeps a promise while what was brought is looked at, and no paper’s day but that of an approved one', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        const seen = standingsOf(steps)
        for (const [index, at] of seen.entries()) {
          if (at.expiresOn !== null) expect(at.state).toBe('approved')
          if (at.state === 'approved' || at.state === 'waived' || at.state === 'missing')
            expect(at.promisedUntil).toBeNull()
          const before = seen[index - 1]
          if (before && ['uploaded', 'in-review', 'rejected'].includes(at.state))
            expect(at.promisedUntil).toBe(before.promisedUntil)
        }
      }),
    )
  })
})
