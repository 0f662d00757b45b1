import type { WrittenReason } from '#client/ui/print/shift-paper.tsx'
import type { ShiftState } from '#local/pos/till.types.ts'
import type { CloseShift } from '#shared/pos/shift.contract.ts'

/** Every reason that was given in a shift of this till, as its paper lists them. */
export function shiftReasons({ sales, voids, refunds, movements }: ShiftState, close?: CloseShift): WrittenReason[] {
  const numberOf = new Map(sales.map(({ id, receiptNo }) => [id, receiptNo]))
  const ofSales = sales.flatMap(({ lines, discount, receiptNo }) => [
    ...lines.flatMap(({ overrideReason: text }) => (text ? [{ kind: 'allergy' as const, text, receiptNo }] : [])),
    ...(discount ? [{ kind: 'discount' as const, text: discount.reason, receiptNo }] : []),
  ])
  return [
    ...ofSales,
    ...voids.map(({ saleId, reason: text }) => ({
      kind: 'void' as const,
      text,
      receiptNo: numberOf.get(saleId) ?? null,
    })),
    ...refunds.map(({ reason: text, receiptNo }) => ({ kind: 'refund' as const, text, receiptNo })),
    ...movements.map(({ reason: text }) => ({ kind: 'cash' as const, text, receiptNo: null })),
    ...(close?.differenceReason
      ? [{ kind: 'difference' as const, text: close.differenceReason, receiptNo: null }]
      : []),
  ]
}
