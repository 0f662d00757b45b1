import type { DocumentLine } from '#shared/fees/fee-document.contract.ts'
import type { PlannedInvoice } from './planned-invoice.types.ts'

/** Returns of a planned line what stands on its document. */
export const printedLine = ({
  priority: _priority,
  isDeferred: _deferred,
  takesDeposit: _deposit,
  version: _version,
  months: _months,
  ...line
}: PlannedInvoice['lines'][number]): DocumentLine => ({
  ...line,
  discounts: line.discounts.map(({ basis: _basis, ...discount }) => discount),
})
