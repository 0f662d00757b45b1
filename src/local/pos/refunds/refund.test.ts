import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { customerOf, itemOf } from '#tests/support/devices/snapshot-kit.ts'
import { actor, openRig, saleOf, supervisor } from '#tests/support/pos/till-kit.ts'
import { draftRefund } from '../refund.ts'
import type { RefundInput } from '../till-inputs.types.ts'
import type { Till } from '../till.types.ts'

const increment = 25
const needsApproval = { messageId: 'pos.approval-needed' }

async function openTill(inContact?: () => boolean, price = 500) {
  const rig = await openRig({ items: [itemOf(1, { price: minor(price) })] })
  const tab = await rig.openTab(inContact)
  await tab.till.openShift({ floatAmount: minor(10_000) }, actor)
  const opsOf = async () =>
    (await tab.device.store.ofStream(`till/${rig.identity.deviceId}`, 0)).map(({ kind }) => kind)
  return { rig, ...tab, opsOf }
}

/** So many pieces of the only line of a sale that the till knows. */
function refundOf(till: Till, receipt: string, pieces: number): RefundInput {
  const sale = till.refundable(receipt)
  if (!sale) throw new Error('no such sale')
  const wishes = sale.sale.lines.map(({ id }) => ({ saleLineId: id, qtyMilli: pieces * 1000, goods: 'kept' as const }))
  return { id: till.newId(), sale, wishes, toAccount: false, reason: 'cold' }
}

describe('POS-54: what cannot be refunded is refused before anything is saved', () => {
  it('nothing, or more pieces than are left of what was sold', async () => {
    const { till, opsOf } = await openTill()
    const sold = await till.completeSale(saleOf(till, { qty: 3 }), actor)
    const refund = (pieces: number) => till.refund(refundOf(till, sold.receiptNo, pieces), actor)
    await expect(refund(0)).rejects.toMatchObject({ messageId: 'request.invalid', field: 'lines' })
    await expect(refund(4)).rejects.toMatchObject({ messageId: 'pos.refund-more-than-sold' })
    await refund(2)
    await expect(refund(2)).rejects.toMatchObject({ messageId: 'pos.refund-more-than-sold' })
    expect(await opsOf()).toEqual(['pos.openShift', 'pos.sale', 'pos.refund'])
    // Entered before the refund of another window was known, it is judged with it.
    const early = { ...refundOf(till, sold.receiptNo, 2) }
    const unaware = { ...early, sale: { ...early.sale, earlier: [] } }
    await expect(till.refund(unaware, actor)).rejects.toMatchObject({ messageId: 'pos.refund-more-than-sold' })
    await refund(1)
    expect(till.report()).toMatchObject({ expectedCash: 10_000, refunds: { count: 2, cash: 1500 } })
  })

  it('a sale that was voided, and a refund itself', async () => {
    const { till, opsOf } = await openTill()
    const sold = await till.completeSale(saleOf(till), actor)
    const late = refundOf(till, sold.receiptNo, 1)
    await till.voidSale({ saleId: sold.id, reason: 'twice' }, actor)
    const again = { ...late, sale: till.refundable(sold.receiptNo) ?? late.sale }
    await expect(till.refund(again, actor)).rejects.toMatchObject({ messageId: 'request.invalid', field: 'saleId' })
    const other = await till.completeSale(saleOf(till), actor)
    const back = await till.refund(refundOf(till, other.receiptNo, 1), actor)
    expect(till.refundable(back.receiptNo)).toBeUndefined()
    expect(await opsOf()).toEqual(['pos.openShift', 'pos.sale', 'pos.voidSale', 'pos.sale', 'pos.refund'])
  })

  it('POS-55: and what an account paid goes back to it, whatever is asked for', async () => {
    const { till } = await openTill()
    const pupil = customerOf(1).id
    const { balance } = till.account(pupil)
    const sold = await till.completeSale(saleOf(till, { qty: 2, by: 'account' }), actor)
    for (const toAccount of [false, true]) {
      const input = { ...refundOf(till, sold.receiptNo, 1), toAccount }
      expect(draftRefund(input, increment).tenders.map(({ kind }) => kind)).toEqual(['account'])
      await till.refund(input, actor)
    }
    expect(till.account(pupil).balance).toBe(balance)
    expect(till.report()).toMatchObject({ expectedCash: 10_000, refunds: { cash: 0 } })
  })
})

describe('POS-60: a refund whose page dies', () => {
  type Append = OutboxStore['append']
  /** What is left of the write when the page is gone, and whether the person was told that it is saved. */
  const moments: Record<string, { append: (write: () => ReturnType<Append>) => ReturnType<Append>; isThere: boolean }> =
    {
      'before the write': { append: () => new Promise<never>(() => undefined), isThere: false },
      'in the write, which is undone': {
        append: () => Promise.reject(new DOMException('aborted', 'AbortError')),
        isThere: false,
      },
      'after the write, before anybody is told': {
        append: async (write) => {
          await write()
          return new Promise<never>(() => undefined)
        },
        isThere: true,
      },
    }

  it.each(Object.entries(moments))(
    '%s: is there whole or not at all, and a second try is the same',
    async (_at, moment) => {
      const { rig, till, device } = await openTill()
      const sold = await till.completeSale(saleOf(till, { qty: 2 }), actor)
      const input = refundOf(till, sold.receiptNo, 1)
      const append = device.store.append
      vi.spyOn(device.store, 'append').mockImplementation((...args) => moment.append(() => append(...args)))
      let told = false
      till.refund(input, actor).then(
        () => (told = true),
        () => undefined,
      )
      await rig.world.time.advance(5000)
      // "Paid back" stands on no screen before the row is on the disk.
      expect(told).toBe(false)
      const next = (await rig.openTab()).till
      expect(next.shift?.refunds.map(({ id }) => id)).toEqual(moment.isThere ? [input.id] : [])
      expect(next.report().expectedCash).toBe(moment.isThere ? 10_500 : 11_000)
      const again = await next.refund(input, actor)
      expect(again).toMatchObject({ id: input.id, receiptSeq: 2 })
      expect(next.report()).toMatchObject({ expectedCash: 10_500, refunds: { count: 1, cash: 500 } })
      expect(next.refundable(sold.receiptNo)?.earlier).toHaveLength(1)
    },
  )
})

describe('POS-65: cash that somebody gives back in a shift', () => {
  it('is counted across a reload and a sign-in of somebody else between: the fourth of 9.00 asks', async () => {
    const { rig, till } = await openTill(() => true, 900)
    const sold = await till.completeSale(saleOf(till, { qty: 5 }), actor)
    const refund = (at: Till, by = actor) => at.refund(refundOf(at, sold.receiptNo, 1), by)
    await refund(till)
    const reloaded = (await rig.openTab()).till
    await refund(reloaded)
    // What another person gives back is theirs.
    await refund(reloaded, supervisor)
    const again = (await rig.openTab()).till
    await refund(again)
    const fourth = refundOf(again, sold.receiptNo, 1)
    await expect(again.refund(fourth, actor)).rejects.toMatchObject(needsApproval)
    const { hash } = draftRefund(fourth, increment)
    const at = toInstant(rig.world.time.nowMs())
    const given = { id: again.newId(), act: 'refund' as const, hash, by: supervisor.userId, proof: 'pin' as const, at }
    const approval = { by: supervisor, given }
    expect((await again.refund({ ...fourth, approval }, actor)).approval).toEqual(given)
  })

  it('is half as much without contact', async () => {
    const { till } = await openTill(() => false, 600)
    const sold = await till.completeSale(saleOf(till, { qty: 1 }), actor)
    await expect(till.refund(refundOf(till, sold.receiptNo, 1), actor)).rejects.toMatchObject(needsApproval)
  })
})
