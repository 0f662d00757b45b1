import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { overridesShown } from '#shared/pos/carts/override.rules.ts'
import type { RuleTerms } from '#shared/pos/spending/spending-rule.contract.ts'
import { customerOf, itemOf, pageOf } from '#tests/support/devices/snapshot-kit.ts'
import { actor, openRig, saleOf, supervisor } from '#tests/support/pos/till-kit.ts'
import { spendableBy } from './judge-cart.ts'

const ruleId = '10000000-0000-4000-8000-00000000000a'
const rule = (terms: RuleTerms, source = 'parent') => ({ id: ruleId, source, terms })

async function openTill(rules: unknown[], more: Parameters<typeof pageOf>[0] = {}) {
  const rig = await openRig()
  await rig.putPage(pageOf({ customers: [customerOf(1, { rules })], ...more }))
  const { till } = await rig.openTab()
  await till.openShift({ floatAmount: minor(10_000) }, actor)
  return { rig, till }
}
const forbidden = { messageId: 'pos.act-forbidden' }

describe('rules at the till', () => {
  it('POS-76: what a parent forbids is sold with a reason and the approval of a supervisor only', async () => {
    const { rig, till } = await openTill([rule({ kind: 'no-item', target: itemOf(1).id })])
    const input = saleOf(till, { by: 'account' })
    await expect(till.completeSale(input, actor)).rejects.toMatchObject(forbidden)
    const cart = {
      ...input.cart,
      lines: input.cart.lines.map((line) => ({ ...line, overrideReason: 'mother called' })),
    }
    await expect(till.completeSale({ ...input, cart }, actor)).rejects.toMatchObject({
      messageId: 'pos.approval-needed',
    })
    const shown = overridesShown({ id: input.saleId, customerId: input.customerId, lines: till.priceCart(cart).lines })
    const given = {
      id: till.newId(),
      act: 'allergen' as const,
      hash: approvalHash('allergen', shown),
      by: supervisor.userId,
      proof: 'pin' as const,
      at: toInstant(rig.world.time.nowMs()),
    }
    const sale = await till.completeSale({ ...input, cart, overrideApproval: { by: supervisor, given } }, actor)
    expect(sale).toMatchObject({ judged: true, approvals: [given] })
    const other = saleOf(till, { by: 'account', customer: 2 })
    expect((await till.completeSale(other, actor)).lines).toHaveLength(1)
  })

  it('POS-77: what the law forbids is sold by nobody, whatever reason is given', async () => {
    const settings = { ...pageOf({}).settings, spending: { pack: 'sa', rules: [] } }
    const { till } = await openTill([], {
      settings,
      items: [itemOf(1, { foodClasses: ['peanut'] })],
      customers: [customerOf(1)],
    })
    const input = saleOf(till, { by: 'account' })
    const cart = { ...input.cart, lines: input.cart.lines.map((line) => ({ ...line, overrideReason: 'allowed' })) }
    await expect(till.completeSale({ ...input, cart }, supervisor)).rejects.toMatchObject(forbidden)
    expect((await till.completeSale(saleOf(till), actor)).customerId).toBeNull()
  })

  it('POS-79: spends what limits leave to the smallest unit, counting what it has not sent', async () => {
    const { rig, till } = await openTill([
      rule({ kind: 'day', most: minor(1500) }),
      rule({ kind: 'visit', most: minor(1000) }),
    ])
    const left = () => spendableBy(till, customerOf(1).id, rig.world.time.nowMs())
    const spendable = till.account(customerOf(1).id).spendable
    expect(left()).toBe(Math.min(spendable, 1000))
    const sale = await till.completeSale(saleOf(till, { by: 'account' }), actor)
    expect(left()).toBe(Math.min(till.account(customerOf(1).id).spendable, 1000, 1500 - sale.totals.total))
    const beyond = saleOf(till, { by: 'account', qty: 9 })
    await expect(till.completeSale(beyond, actor)).rejects.toMatchObject({ messageId: 'pos.over-limit' })
  })

  it('leaves out a rule that it cannot read, and keeps the others', async () => {
    const { till } = await openTill([{ kind: 'of tomorrow' }, rule({ kind: 'no-item', target: itemOf(1).id })])
    await expect(till.completeSale(saleOf(till, { by: 'account' }), actor)).rejects.toMatchObject(forbidden)
  })
})
