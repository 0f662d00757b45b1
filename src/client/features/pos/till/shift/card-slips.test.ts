import { expect, it } from 'vitest'
import type { ShiftState } from '#local/pos/till.types.ts'
import { cardSlips } from './card-slips.ts'

it('lists each card payment of a shift with its slip, and none of a sale that was voided', () => {
  const card = (terminalRef: string, amount: number) => ({ kind: 'card', id: terminalRef, amount, terminalRef })
  const shift = {
    sales: [
      { id: 'a', receiptNo: 'S-1', tenders: [card('0042', 700), { kind: 'cash', amount: 100 }, card('0043', 200)] },
      { id: 'b', receiptNo: 'S-2', tenders: [card('0044', 300)] },
      { id: 'c', receiptNo: 'S-3', tenders: [{ kind: 'cash', amount: 100 }] },
    ],
    voids: [{ saleId: 'b' }],
  } as unknown as ShiftState
  expect(cardSlips(shift)).toEqual([
    { receiptNo: 'S-1', terminalRef: '0042', amount: 700 },
    { receiptNo: 'S-1', terminalRef: '0043', amount: 200 },
  ])
})
