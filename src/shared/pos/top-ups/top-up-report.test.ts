import { expect, describe, it } from 'vitest'
import { ShiftId } from '#shared/kernel/fields.ts'
import type { SaleId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { type ShiftRows, shiftReport } from '../shift-report.rules.ts'

const report = (more: Partial<ShiftRows> = {}) =>
  shiftReport({
    open: {
      id: ShiftId.parse('01990000-0000-7000-8000-000000000002'),
      no: 7,
      currency: 'KWD',
      businessDay: '2026-09-01',
      floatAmount: minor(20_000),
    },
    sales: [],
    voids: [],
    movements: [{ kind: 'paid-out', amount: minor(1000) }],
    topUps: [],
    refunds: [],
    countedCash: null,
    ...more,
  })

describe('cash taken for accounts', () => {
  const topUp = (seq: number, amount: number) => ({
    id: `top-up-${seq}`,
    receiptNo: `MAIN-T1-1-${seq}`,
    receiptSeq: seq,
    amount: minor(amount),
  })

  it('is in the drawer and has a line of its own, and no part in what was sold', () => {
    const found = report({ topUps: [topUp(3, 250), topUp(1, 5000)] })
    expect(found.topUps).toEqual({ count: 2, amount: 5250 })
    expect([found.expectedCash, found.cashTaken, found.total, found.salesCount]).toEqual([24_250, 0, 0, 0])
    expect([found.firstReceipt, found.lastReceipt]).toEqual(['MAIN-T1-1-1', 'MAIN-T1-1-3'])
  })

  it('counts nowhere once it is voided, and its number stays in the series', () => {
    const voids = [{ saleId: 'top-up-3' as SaleId }]
    const found = report({ topUps: [topUp(3, 250), topUp(1, 5000)], voids })
    expect(found.topUps).toEqual({ count: 1, amount: 5000 })
    expect([found.expectedCash, found.voidsCount, found.lastReceipt]).toEqual([24_000, 0, 'MAIN-T1-1-3'])
    expect(report({ topUps: [topUp(3, 250)], voids })).not.toHaveProperty('topUps')
  })

  it('leaves no trace in a report where there was none, which an older till may have printed', () => {
    expect(Object.keys(report())).not.toContain('topUps')
  })
})
