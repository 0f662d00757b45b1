import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { obstacle } from './pay.actions.ts'
import type { Proof } from './visit.types.ts'

const byPin: Proof = { kind: 'pin' }
const byFace: Proof = { kind: 'face', decisionId: 'd', saleId: 's' }
const amount = fc.integer({ min: 1, max: 100_000 }).map(minor)

describe('what keeps a basket from being paid', () => {
  it('is that nothing is in it', () => {
    expect(obstacle({ total: minor(0), spendable: minor(500), proof: byPin, capMinor: undefined })).toBe('empty')
  })

  it('is the limit or the balance, no matter who confirmed how, and nothing less', () => {
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(byPin, byFace), (total, spendable, proof) => {
        const stop = obstacle({ total, spendable, proof, capMinor: minor(1_000_000) })
        expect(stop).toBe(total > spendable ? 'over' : undefined)
      }),
    )
  })

  it('is the PIN where a face alone may not move so much, or nobody said how much it may', () => {
    fc.assert(
      fc.property(amount, fc.option(amount, { nil: undefined }), (total, capMinor) => {
        const isMore = total > (capMinor ?? 0)
        expect(obstacle({ total, spendable: total, proof: byFace, capMinor })).toBe(isMore ? 'needs-pin' : undefined)
        expect(obstacle({ total, spendable: total, proof: byPin, capMinor })).toBeUndefined()
      }),
    )
  })
})
