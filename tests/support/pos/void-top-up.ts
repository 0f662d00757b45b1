import { SaleId } from '#shared/kernel/fields.ts'
import type { VoidSale } from '#shared/pos/sale.contract.ts'
import type { TillOps } from './till-ops.ts'

/** Voids the latest top-up of a till, as a void names a sale. */
export const voidTopUp = (till: TillOps, change: Partial<VoidSale> = {}) =>
  till.voidSale({ id: SaleId.parse(till.shift?.topUps.at(-1)?.id) }, change)
