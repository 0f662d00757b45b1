import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { customerOf } from '#tests/support/devices/snapshot-kit.ts'
import { actor, openRig, saleOf } from '#tests/support/pos/till-kit.ts'
import { findSales } from './find-sales.ts'

it('finds sales by number, item or customer in either language, the newest first', async () => {
  const rig = await openRig({
    customers: [customerOf(1, { name: { en: 'Ali Hassan', ar: 'علي حسن' }, admissionNo: 'A77' }), customerOf(2)],
  })
  const { till } = await rig.openTab()
  await till.openShift({ floatAmount: minor(0) }, actor)
  const [cash, mine, other] = [
    await till.completeSale(saleOf(till), actor),
    await till.completeSale(saleOf(till, { by: 'account', customer: 1 }), actor),
    await till.completeSale(saleOf(till, { by: 'account', customer: 2 }), actor),
  ]
  const found = (typed: string) =>
    findSales([cash, mine, other], typed, ({ customerId }) => (customerId ? till.customer(customerId) : undefined)).map(
      ({ receiptSeq }) => receiptSeq,
    )
  expect(found(' ')).toEqual([3, 2, 1])
  expect([found('على'), found('hassan ali'), found('a77')]).toEqual([[2], [2], [2]])
  expect([found(cash.receiptNo), found('000003')]).toEqual([[1], [3]])
  expect([found('item 1'), found('item pupil'), found('moon')]).toEqual([[3, 2, 1], [3], []])
})
