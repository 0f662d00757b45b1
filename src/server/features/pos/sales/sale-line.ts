import type { SaleLine } from '#shared/pos/sale.contract.ts'
import type { saleLines } from '../pos.table.ts'

/** Maps a line's row back to what the till sent. */
export function toSaleLine(row: typeof saleLines.$inferSelect): SaleLine {
  const { schoolId: _school, saleId: _sale, overrideReason, ownDiscount, priceOverride, note, ...line } = row
  return {
    ...line,
    ...(overrideReason !== null && { overrideReason }),
    ...(ownDiscount && { ownDiscount }),
    ...(priceOverride && { priceOverride }),
    ...(note && { note }),
  }
}
