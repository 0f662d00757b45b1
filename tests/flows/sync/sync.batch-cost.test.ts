import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { changeAccountRules } from '#shared/pos/spending/spending-edit.contract.ts'
import { countStatements } from '#tests/support/checks/count-statements.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe('what a batch of sales costs on postgres', () => {
  let box: Box
  let canteen: Canteen
  beforeAll(async () => {
    box = await openBox('postgres')
    canteen = await openCanteen(box, 'alnoor', { people: 12 })
  })
  afterAll(() => box.close())

  it('takes as many statements as a single sale, also where rules of spending are in force', async () => {
    const admin = await signInAs(box, canteen.school, 'noor', ['admin'])
    const target = canteen.items[0]?.id ?? ''
    for (const customerId of canteen.customers) {
      const id = crypto.randomUUID()
      const spendingRules: SpendingRule[] = [{ id, source: 'parent', terms: { kind: 'no-item', target } }]
      const asked = { customerId, ruleSource: 'parent' as const, rulesSeen: [], spendingRules }
      expect((await call(box.app, admin, changeAccountRules, asked)).status).toBe(200)
    }
    box.clock.advance(1000)
    const till = new TillOps(await pairDevice(canteen))
    await hand(till.device, till.batch([till.openShift(), till.sale()]))
    const counted = countStatements()
    const costOf = async (sales: number) => {
      const ops = Array.from({ length: sales }, (_, n) => {
        const customerId = canteen.customers[n % canteen.customers.length] ?? expect.fail()
        return till.sale({ pay: [{ kind: 'account', customerId }] })
      })
      counted.reset()
      const { results } = await hand(till.device, till.batch(ops))
      expect(results.map(({ flags }) => flags)).toEqual(ops.map(() => ['rule-broken']))
      return counted.statements()
    }
    try {
      const one = await costOf(1)
      expect(one).toBeLessThanOrEqual(30)
      expect(await costOf(60)).toBe(one)
    } finally {
      counted.stop()
    }
  })
})
