import type { ShiftState } from '#local/pos/till.types.ts'
import type { CardSlip } from '#shared/pos/pos-report.contract.ts'

/** The card payments of a shift's sales that stand, by receipt, to be compared with the slips of the terminal. */
export function cardSlips({ sales, voids }: Pick<ShiftState, 'sales' | 'voids'>): CardSlip[] {
  const voided = new Set<string>(voids.map(({ saleId }) => saleId))
  return sales.flatMap(({ id, receiptNo, tenders }) =>
    voided.has(id)
      ? []
      : tenders.flatMap((tender) =>
          tender.kind === 'card' ? [{ receiptNo, terminalRef: tender.terminalRef, amount: tender.amount }] : [],
        ),
  )
}
