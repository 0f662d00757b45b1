import type { Sale } from '#shared/pos/sale.contract.ts'
import type { ShiftState } from './till.types.ts'

/**
 * Returns the last sale saved in a shift, whether or not a screen ever said so: after a crash nobody may ring it up again.
 * Undefined before the first.
 */
export function lastSale({
  sales,
  voids,
}: Pick<ShiftState, 'sales' | 'voids'>): { sale: Sale; isVoid: boolean } | undefined {
  const sale = sales.at(-1)
  return sale && { sale, isVoid: voids.some(({ saleId }) => saleId === sale.id) }
}
