import { expect, it } from 'vitest'
import type { ShiftState } from '#local/pos/till.types.ts'
import type { CloseShift } from '#shared/pos/shift.contract.ts'
import { shiftReasons } from './shift-reasons.ts'

it('lists every reason of a shift, with the receipt it is about', () => {
  const shift = {
    sales: [
      { id: 'a', receiptNo: 'S-1', lines: [{ overrideReason: 'nurse' }, {}], discount: { reason: 'staff' } },
      { id: 'b', receiptNo: 'S-2', lines: [{}], discount: null },
    ],
    voids: [{ saleId: 'b', reason: 'twice' }],
    refunds: [{ receiptNo: 'S-3', reason: 'cold' }],
    movements: [{ reason: 'to the safe' }],
    topUps: [],
  } as unknown as ShiftState
  const close = { differenceReason: 'a bill is missing' } as CloseShift
  expect(shiftReasons(shift, close)).toEqual([
    { kind: 'allergy', text: 'nurse', receiptNo: 'S-1' },
    { kind: 'discount', text: 'staff', receiptNo: 'S-1' },
    { kind: 'void', text: 'twice', receiptNo: 'S-2' },
    { kind: 'refund', text: 'cold', receiptNo: 'S-3' },
    { kind: 'cash', text: 'to the safe', receiptNo: null },
    { kind: 'difference', text: 'a bill is missing', receiptNo: null },
  ])
  const approved = {
    ...shift.sales[0],
    approvals: [
      { act: 'allergen', by: 'h' },
      { act: 'discount', by: 'l' },
    ],
  }
  const people = [
    { userId: 'h', name: { en: 'Huda', ar: 'هدى' } },
    { userId: 'l', name: { en: 'Latifa', ar: 'لطيفة' } },
  ]
  const named = shiftReasons({ ...shift, sales: [approved] } as unknown as ShiftState, close, people)
  expect(named.slice(0, 2).map(({ approvedBy }) => approvedBy?.en)).toEqual(['Huda', 'Latifa'])
  expect(shiftReasons({ ...shift, sales: [], voids: [], refunds: [], movements: [] })).toEqual([])
})
