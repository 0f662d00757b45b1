import fc from 'fast-check'
import { expect, it } from 'vitest'
import { statusTransitions } from '#shared/students/status-transitions.rules.ts'
import { contradictsOffer, isNo, messageEvents, messageOfTransition } from './family-message.rules.ts'

const moves = fc.constantFrom(...statusTransitions)
const superseded = fc.constantFrom(null, ...messageEvents)
const transition = fc.record({ move: moves, isNotifiedByOffer: fc.boolean(), superseded })
const eventOf = ({ move: { from, to, outcome }, ...rest }: Parameters<Parameters<typeof transition.map>[0]>[0]) =>
  messageOfTransition({ from, to, outcome: outcome ?? null, ...rest })

it('an offer is told by the offer alone: no step into one, answer to one or end of one has a message too', () => {
  fc.assert(
    fc.property(transition, (step) => {
      const { to, outcome } = step.move
      const isOffers = to === 'offer-out' || to === 'accepted' || outcome?.startsWith('offer-') === true
      if (isOffers || outcome === 'declined-by-family' || step.isNotifiedByOffer) expect(eventOf(step)).toBeUndefined()
    }),
  )
})

it('anyone who closes a file says no, and nobody says no without closing it', () => {
  fc.assert(
    fc.property(transition, (step) => {
      const event = eventOf(step)
      if (event) expect(isNo(event)).toBe(step.move.to === 'rejected')
    }),
  )
})

it('a hold, and a file that is opened again, tell nobody anything', () => {
  const quiet = statusTransitions.filter(({ from, to }) => to === 'on-hold' || from === 'rejected')
  fc.assert(
    fc.property(fc.constantFrom(...quiet), superseded, (move, before) => {
      expect(eventOf({ move, isNotifiedByOffer: false, superseded: before })).toBeUndefined()
    }),
  )
})

it('from a hold only what it kept back is told', () => {
  const back = { from: 'on-hold', to: 'shortlisted', outcome: null, isNotifiedByOffer: false } as const
  fc.assert(
    fc.property(superseded, (before) => {
      expect(messageOfTransition({ ...back, superseded: before })).toBe(before === 'shortlisted' ? before : undefined)
    }),
  )
})

it('what says otherwise than an offer is every no, and the list', () => {
  expect(messageEvents.filter(contradictsOffer)).toEqual(['waiting', 'refused', 'withdrawn', 'intake-closed'])
})
