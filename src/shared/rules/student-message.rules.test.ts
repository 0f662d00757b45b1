import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contradictsOffer, isNo, messageEvents, messageOfStep } from './student-message.rules.ts'
import { statusMoves } from './student-moves.rules.ts'

const moves = fc.constantFrom(...statusMoves)
const overtaken = fc.constantFrom(null, ...messageEvents)
const told = fc.record({ move: moves, isToldByOffer: fc.boolean(), overtaken })
const eventOf = ({ move: { from, to, outcome }, ...rest }: Parameters<Parameters<typeof told.map>[0]>[0]) =>
  messageOfStep({ from, to, outcome: outcome ?? null, ...rest })

it('an offer is told by the offer alone: no step into one, answer to one or end of one has a message too', () => {
  fc.assert(
    fc.property(told, (step) => {
      const { to, outcome } = step.move
      const isOffers = to === 'offer-out' || to === 'accepted' || outcome?.startsWith('offer-') === true
      if (isOffers || outcome === 'declined-by-family' || step.isToldByOffer) expect(eventOf(step)).toBeUndefined()
    }),
  )
})

it('whoever closes a file says no, and nobody says no without closing it', () => {
  fc.assert(
    fc.property(told, (step) => {
      const event = eventOf(step)
      if (event) expect(isNo(event)).toBe(step.move.to === 'rejected')
    }),
  )
})

it('a hold, and a file that is opened again, tell nobody anything', () => {
  const quiet = statusMoves.filter(({ from, to }) => to === 'on-hold' || from === 'rejected')
  fc.assert(
    fc.property(fc.constantFrom(...quiet), overtaken, (move, before) => {
      expect(eventOf({ move, isToldByOffer: false, overtaken: before })).toBeUndefined()
    }),
  )
})

it('from a hold only what it kept back is told', () => {
  const back = { from: 'on-hold', to: 'shortlisted', outcome: null, isToldByOffer: false } as const
  fc.assert(
    fc.property(overtaken, (before) => {
      expect(messageOfStep({ ...back, overtaken: before })).toBe(before === 'shortlisted' ? before : undefined)
    }),
  )
})

it('what says otherwise than an offer is every no, and the list', () => {
  expect(messageEvents.filter(contradictsOffer)).toEqual(['waiting', 'refused', 'withdrawn', 'intake-closed'])
})
