import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FeeEntry, feeSum, reversalOf } from './fee-ledger.rules.ts'

const actionView = fc.oneof(
  fc.record({ of: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ of: fc.constant('owe' as const) }),
  fc.record({ of: fc.constant('give-back' as const), amount: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ of: fc.constant('reverse' as const), at: fc.nat(12) }),
)

it('whatever is paid, owed, given back and reversed, nothing is owed that did not come, and nothing went back that is not owed', () => {
  let reversed = 0
  fc.assert(
    fc.property(fc.array(actionView, { maxLength: 40 }), (actions) => {
      const rows: FeeEntry[] = []
      const add = (kind: FeeEntry['kind'], amount: number, reverses: string | null = null) =>
        rows.push({ id: String(rows.length), kind, amount, reverses })
      const standing = new Map<string, number>()
      for (const each of actions) {
        const left = feeSum(rows, 'paid') - feeSum(rows, 'refund-due')
        const owed = feeSum(rows, 'refund-due') - feeSum(rows, 'refund-paid')
        if (each.of === 'pay') {
          standing.set(String(rows.length), each.amount)
          add('paid', each.amount)
        } else if (each.of === 'owe' && left > 0) add('refund-due', left)
        else if (each.of === 'give-back' && each.amount <= owed) add('refund-paid', each.amount)
        else if (each.of === 'reverse') {
          const id = String(each.at % Math.max(1, rows.length))
          const taken = reversalOf(rows, id)
          if (!taken) continue
          reversed += 1
          standing.delete(id)
          add('paid', -taken.paid, id)
          if (taken.due > 0) add('refund-due', -taken.due, id)
          expect(reversalOf(rows, id)).toBeUndefined()
        }
        const [paid, due, back] = [feeSum(rows, 'paid'), feeSum(rows, 'refund-due'), feeSum(rows, 'refund-paid')]
        expect(paid).toBe([...standing.values()].reduce((sum, amount) => sum + amount, 0))
        expect(due).toBeLessThanOrEqual(paid)
        expect(back).toBeLessThanOrEqual(due)
      }
    }),
  )
  expect(reversed).toBeGreaterThan(20)
})
