import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { Day } from '#shared/kernel/fields.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { netCash } from '#shared/pos/refunds/exchange.rules.ts'
import { cashTender } from '#shared/pos/tender.rules.ts'
import { customerOf, itemOf } from '#tests/support/devices/snapshot-kit.ts'
import { actor, openRig, saleOf, supervisor } from '#tests/support/pos/till-kit.ts'
import { creditOf, draftExchange } from './exchange.ts'
import { draftWithoutReceipt } from './refund-without-receipt.ts'
import type { ExchangeInput } from '../till-inputs.types.ts'
import type { Till } from '../till.types.ts'

const increment = 25

async function openTill(inContact?: () => boolean) {
  const rig = await openRig({ items: [itemOf(1), itemOf(2)] })
  const tab = await rig.openTab(inContact)
  await tab.till.openShift({ floatAmount: minor(10_000) }, actor)
  const opsOf = () => tab.device.store.ofStream(`till/${rig.identity.deviceId}`, 0)
  return { rig, ...tab, opsOf }
}

const dayOf = (till: Till) => {
  if (!till.shift) throw new Error('no shift')
  return till.shift.open.businessDay
}

/** All of a sale back, and `qty` of the first item in its place. */
function exchangeOf(till: Till, receiptNo: string, wanted: Parameters<typeof saleOf>[1]): ExchangeInput {
  const sale = till.refundable(receiptNo)
  if (!sale) throw new Error('no such sale')
  const wishes = sale.sale.lines.map(({ id, qtyMilli }) => ({ saleLineId: id, qtyMilli, goods: 'back' as const }))
  const refund = { id: till.newId(), sale, wishes, toAccount: false, reason: 'wrong size' }
  const input = saleOf(till, wanted)
  const { total } = till.priceCart(input.cart).totals
  const { carried } = draftExchange({ refund, saleId: input.saleId, total, businessDay: dayOf(till) }, increment)
  const due = total - sum(carried.map((t) => t.amount))
  const rest = due > 0 ? cashTender(till.newId(), due, Math.ceil(due / increment) * increment, increment) : undefined
  return { ...input, tenders: rest ? [rest] : [], refund }
}

describe('POS-58: an exchange', () => {
  it('asks for the difference, or gives it, and writes both documents whole with a number each, in one operation', async () => {
    const { till, opsOf } = await openTill(() => false)
    const sold = await till.completeSale(saleOf(till), actor)
    const before = till.report().expectedCash
    const dearer = await till.exchange(exchangeOf(till, sold.receiptNo, { qty: 3 }), actor)
    const [back] = till.shift?.refunds ?? []
    expect(back).toMatchObject({ exchangeSaleId: dearer.id, totals: sold.totals, saleReceiptNo: sold.receiptNo })
    expect(dearer).toMatchObject({ exchangeOf: back?.id })
    expect([back?.receiptSeq, dearer.receiptSeq]).toEqual([2, 3])
    const difference = dearer.totals.total - sold.totals.total
    expect(netCash(back?.tenders ?? [], dearer.tenders)).toBe(difference)
    expect(till.report().expectedCash).toBe(before + difference)
    expect(till.report()).toMatchObject({ salesCount: 2, total: sold.totals.total + dearer.totals.total })
    const cheaper = await till.exchange(exchangeOf(till, dearer.receiptNo, { qty: 1 }), supervisor)
    expect(till.report().expectedCash).toBe(before)
    expect(cheaper.tenders).toMatchObject([{ kind: 'cash', carried: true, amount: cheaper.totals.total }])
    const ops = await opsOf()
    expect(ops.map(({ kind }) => kind)).toEqual(['pos.openShift', 'pos.sale', 'pos.exchange', 'pos.exchange'])
    expect(ops.map(({ amountMinor }) => amountMinor).slice(2)).toEqual([difference, -difference])
  })

  it('pays from an account what the account gets back, also beyond what it may spend', async () => {
    const { till } = await openTill()
    const pupil = customerOf(1).id
    const { spendable } = till.account(pupil)
    const sold = await till.completeSale(saleOf(till, { by: 'account', qty: 1 }), actor)
    const input = exchangeOf(till, sold.receiptNo, { by: 'account', qty: 1 })
    const again = await till.exchange({ ...input, customerId: pupil }, actor)
    expect(again.tenders).toMatchObject([{ kind: 'account', carried: true }])
    expect(till.account(pupil).spendable).toBe(spendable - sold.totals.total)
    expect(till.account(pupil).spentToday).toBe(sold.totals.total)
  })

  it('carries nothing that an account paid on another day, and lends nothing of it', async () => {
    const { till } = await openTill()
    const sold = await till.completeSale(saleOf(till, { by: 'account', qty: 1 }), actor)
    const input = exchangeOf(till, sold.receiptNo, { by: 'account', qty: 1 })
    const day = Day.parse('2020-01-01')
    const later = { refund: input.refund, saleId: input.saleId, total: sold.totals.total, businessDay: day }
    const { carried, refund } = draftExchange(later, increment)
    expect(carried).toEqual([])
    expect(refund.tenders).toMatchObject([{ kind: 'account', amount: sold.totals.total }])
    expect(creditOf(refund.tenders, input.refund.sale, day).size).toBe(0)
    expect(creditOf(refund.tenders, input.refund.sale, dayOf(till)).size).toBe(1)
  })

  it('POS-60: is there whole or not at all, whatever moment the page dies in; a second try is the same', async () => {
    const { rig, till, opsOf } = await openTill()
    const sold = await till.completeSale(saleOf(till), actor)
    const input = exchangeOf(till, sold.receiptNo, { qty: 2 })
    const [first, second] = await Promise.all([till.exchange(input, actor), till.exchange(input, actor)])
    expect(second.id).toBe(first.id)
    expect((await opsOf()).filter(({ kind }) => kind === 'pos.exchange')).toHaveLength(1)
    const next = await rig.openTab()
    expect(next.till.shift?.sales.map(({ id }) => id)).toEqual([sold.id, first.id])
    expect(next.till.shift?.refunds.map(({ exchangeSaleId }) => exchangeSaleId)).toEqual([first.id])
    expect(await next.till.exchange(input, actor)).toEqual(first)
    expect(next.till.refundable(first.receiptNo)?.sale.id).toBe(first.id)
    expect(next.till.refundable(sold.receiptNo)?.earlier).toHaveLength(1)
  })

  it('asks for an approval as its refund would, for exactly this exchange', async () => {
    const { till } = await openTill()
    const sold = await till.completeSale(saleOf(till, { qty: 30 }), actor)
    const input = exchangeOf(till, sold.receiptNo, { qty: 30 })
    await expect(till.exchange(input, actor)).rejects.toMatchObject({ messageId: 'pos.approval-needed' })
    const { total } = till.priceCart(input.cart).totals
    const hashOf = (saleTotal: number) =>
      draftExchange(
        { refund: input.refund, saleId: input.saleId, total: saleTotal, businessDay: dayOf(till) },
        increment,
      ).refund.hash
    const approve = (hash: string) => {
      const given = { id: till.newId(), act: 'exchange' as const, hash, by: supervisor.userId, proof: 'pin' as const }
      return { by: supervisor, given: { ...given, at: toInstant(Date.parse(sold.soldAt)) } }
    }
    const other = { ...input, refund: { ...input.refund, approval: approve(hashOf(total + 1)) } }
    await expect(till.exchange(other, actor)).rejects.toMatchObject({ messageId: 'pos.approval-needed' })
    const fits = { ...input, refund: { ...input.refund, approval: approve(hashOf(total)) } }
    expect(await till.exchange(fits, actor)).toMatchObject({ exchangeOf: input.refund.id })
  })
})

describe('goods without a receipt', () => {
  it('go to an account, always with another person’s approval, and count there at once', async () => {
    const { till } = await openTill()
    const pupil = customerOf(1).id
    const { balance } = till.account(pupil)
    const [item] = till.catalogue.items
    if (!item) throw new Error('nothing to sell')
    const lines = [{ id: till.newId(), item, qtyMilli: 1000, modifiers: [] }]
    const input = { id: till.newId(), customerId: pupil, lines, goods: 'waste' as const, reason: 'no receipt' }
    await expect(till.refundWithoutReceipt(input, supervisor)).rejects.toMatchObject({
      messageId: 'pos.approval-needed',
    })
    const { hash, totals } = draftWithoutReceipt(input, till.settings)
    const opened = Date.parse(till.shift?.open.at ?? '')
    const given = {
      id: till.newId(),
      act: 'refund-without-receipt' as const,
      hash,
      by: supervisor.userId,
      proof: 'pin' as const,
    }
    const approval = { by: supervisor, given: { ...given, at: toInstant(opened) } }
    const back = await till.refundWithoutReceipt({ ...input, approval }, actor)
    expect(back).toMatchObject({ withoutSale: true, saleReceiptNo: '', receiptSeq: 1, tenders: [{ kind: 'account' }] })
    expect(till.account(pupil).balance).toBe(balance + totals.total)
    expect(till.report()).toMatchObject({ expectedCash: 10_000, refunds: { count: 1, cash: 0 } })
    const second = { ...input, id: till.newId(), approval }
    await expect(till.refundWithoutReceipt(second, actor)).rejects.toMatchObject({ messageId: 'pos.approval-needed' })
  })
})

describe('discounts of single lines at the till', () => {
  it('want another person’s approval from an operator, and name that person', async () => {
    const { till } = await openTill()
    const base = saleOf(till)
    const cut = { kind: 'ppm' as const, value: 500_000, reason: 'crushed', by: actor.userId }
    const cart = { ...base.cart, lines: base.cart.lines.map((line) => ({ ...line, discount: cut })) }
    const { total } = till.priceCart(cart).totals
    const cash = cashTender(till.newId(), total, Math.ceil(total / increment) * increment, increment)
    const input = { ...base, cart, tenders: cash ? [cash] : [] }
    await expect(till.completeSale(input, actor)).rejects.toMatchObject({ messageId: 'pos.approval-needed' })
    await expect(till.completeSale(input, supervisor)).rejects.toMatchObject({ messageId: 'pos.approval-needed' })
    const less = { ...cart, lines: cart.lines.map((line) => ({ ...line, discount: { ...cut, value: 100_000 } })) }
    const rest = till.priceCart(less).totals.total
    const coins = cashTender(till.newId(), rest, Math.ceil(rest / increment) * increment, increment)
    const sold = await till.completeSale({ ...input, cart: less, tenders: coins ? [coins] : [] }, supervisor)
    expect(sold.lines[0]?.ownDiscount?.by).toBe(supervisor.userId)
  })

  it('carry no approval that the sale does not rest on', async () => {
    const { till } = await openTill()
    const at = toInstant(Date.parse(till.shift?.open.at ?? ''))
    const given = { id: till.newId(), act: 'price' as const, hash: 'a'.repeat(64), by: supervisor.userId }
    const approval = { by: supervisor, given: { ...given, proof: 'pin' as const, at } }
    expect(await till.completeSale({ ...saleOf(till), approval }, actor)).not.toHaveProperty('approvals')
    expect(till.report()).not.toHaveProperty('approvals')
  })
})
