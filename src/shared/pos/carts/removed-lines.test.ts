import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import { CustomerId, ItemId, SaleId, ShiftId, UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { priceCart } from '../cart.rules.ts'
import { type RemovedLine, Sale } from '../sale.contract.ts'

const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const name = { en: 'Orange juice 200 ml', ar: 'عصير برتقال 200 مل' }
const item = (n: number) => ({ id: ItemId.parse(idOf(n)), name, price: minor(350), taxCode: 'S5', allergens: [] })
const taxCodes = [{ code: 'S5', name, ratePpm: 50_000, included: true }]

/** A purchase as tills send it: two or three lines, paid by an account. */
function saleOf(n: number): Sale {
  const lines = Array.from({ length: 2 + (n % 2) }, (_, at) => ({
    id: idOf(n * 10 + at),
    item: item(at),
    qtyMilli: 1000,
    modifiers: [],
  }))
  const { discountAmount: _, ...priced } = priceCart({ lines, discount: null }, taxCodes)
  const customerId = CustomerId.parse(idOf(n))
  return {
    id: SaleId.parse(idOf(n)),
    shiftId: ShiftId.parse(idOf(1)),
    receiptNo: `S-T-1-${String(n).padStart(6, '0')}`,
    receiptSeq: n,
    currency: 'QAR',
    businessDay: '2026-09-01',
    soldAt: '2026-09-01T08:00:00.000Z',
    cashierId: UserId.parse(idOf(2)),
    customerId,
    customerProof: 'card',
    priceListVersion: 12,
    snapshotAt: '2026-09-01T07:59:00.000Z',
    ...priced,
    discount: null,
    tenders: [{ kind: 'account', id: idOf(n), amount: priced.totals.total, customerId }],
  }
}

const removed: RemovedLine = {
  itemId: ItemId.parse(idOf(3)),
  name,
  qtyMilli: 1000,
  price: minor(350),
  secondsAfterAdding: 12,
}

it('POS-69: removed lines are in no total, and make 10,000 sales at most 5 % larger', () => {
  let before = 0
  let after = 0
  for (let n = 1; n <= 10_000; n += 1) {
    const sale = saleOf(n)
    // One sale in six has a line taken out, and one in fifty three of them.
    const count = n % 50 === 0 ? 3 : n % 6 === 0 ? 1 : 0
    const wider = count > 0 ? { ...sale, removed: Array.from({ length: count }, () => removed) } : sale
    const bytesOf = (body: Sale) => utf8ToBytes(JSON.stringify(body)).length
    before += bytesOf(sale)
    after += bytesOf(wider)
    if (n % 1000 === 0) expect(Sale.parse(wider).totals).toEqual(sale.totals)
  }
  expect(after / before).toBeLessThanOrEqual(1.05)
  expect(after).toBeGreaterThan(before)
})

it('POS-104: a body of version 1 or 2 is read as it was', () => {
  const old = saleOf(1)
  expect(Sale.parse(old)).toEqual(old)
})
