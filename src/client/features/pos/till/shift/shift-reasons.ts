import type { WrittenReason } from '#client/ui/print/shift-paper.tsx'
import type { ShiftState } from '#local/pos/till.types.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Approval, ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import type { CloseShift } from '#shared/pos/shift.contract.ts'

interface Named {
  userId: string
  name: Bilingual
}

/** Every reason that was given in a shift of this till, as its paper lists them, with who approved it as far as the till knows. */
export function shiftReasons(
  { sales, voids, refunds, movements, topUps }: ShiftState,
  close?: CloseShift,
  known: readonly Named[] = [],
): WrittenReason[] {
  const approver = ({ approval }: { approval?: Pick<Approval, 'by'> | undefined }) => {
    const name = known.find(({ userId }) => userId === approval?.by)?.name
    return name ? { approvedBy: name } : {}
  }
  const approvedIn = (given: readonly Approval[] | undefined, ...acts: ApprovedAct[]) =>
    approver({ approval: given?.find(({ act }) => acts.includes(act)) })
  const numberOf = new Map<string, string>([...sales, ...topUps].map(({ id, receiptNo }) => [id, receiptNo]))
  const ofSales = sales.flatMap(({ lines, discount, receiptNo, approvals }) => {
    const allergen = approvedIn(approvals, 'allergen')
    const terms = approvedIn(approvals, 'line-discount', 'price')
    return [
      ...lines.flatMap(({ overrideReason: text }) =>
        text ? [{ kind: 'allergy' as const, text, receiptNo, ...allergen }] : [],
      ),
      ...lines.flatMap(({ ownDiscount, priceOverride }) => [
        ...(ownDiscount ? [{ kind: 'line-discount' as const, text: ownDiscount.reason, receiptNo, ...terms }] : []),
        ...(priceOverride ? [{ kind: 'price' as const, text: priceOverride.reason, receiptNo, ...terms }] : []),
      ]),
      ...(discount
        ? [{ kind: 'discount' as const, text: discount.reason, receiptNo, ...approvedIn(approvals, 'discount') }]
        : []),
    ]
  })
  return [
    ...ofSales,
    ...voids.map(({ saleId, reason: text, ...act }) => ({
      kind: 'void' as const,
      text,
      receiptNo: numberOf.get(saleId) ?? null,
      ...approver(act),
    })),
    ...refunds.map(({ reason: text, receiptNo, ...act }) => ({
      kind: 'refund' as const,
      text,
      receiptNo,
      ...approver(act),
    })),
    ...movements.map(({ reason: text, ...act }) => ({
      kind: 'cash' as const,
      text,
      receiptNo: null,
      ...approver(act),
    })),
    ...(close?.differenceReason
      ? [{ kind: 'difference' as const, text: close.differenceReason, receiptNo: null }]
      : []),
  ]
}
