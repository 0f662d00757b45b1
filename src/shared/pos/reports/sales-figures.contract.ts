import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Minor } from '#shared/kernel/fields.ts'

/**
 * What was sold in a period, less what was given back in it: `net`, `tax` and `total` are reduced by refunds, which count in the
 * period in which they happen. `gross` and `discount` are of the sales alone, `refunded` is the total given back. A voided sale is
 * in none of them.
 */
export const SalesFigures = z.object({
  sales: z.int(),
  refunds: z.int(),
  gross: Minor,
  discount: Minor,
  refunded: Minor,
  net: Minor,
  tax: Minor,
  total: Minor,
})
export type SalesFigures = z.infer<typeof SalesFigures>

/** The same of lines. Pieces in thousandths, less those given back; `wasteMilli` of these were thrown away. */
export const LineFigures = SalesFigures.omit({ sales: true, refunds: true }).extend({
  qtyMilli: z.int(),
  wasteMilli: z.int(),
})
export type LineFigures = z.infer<typeof LineFigures>

/** What the parts of a division come to; how many documents they are is null where lines were divided. */
export const SalesTotal = SalesFigures.extend({ sales: z.int().nullable(), refunds: z.int().nullable() })
export type SalesTotal = z.infer<typeof SalesTotal>

/** What sales are divided by. Each division has the same total as every other one of the same filter. */
export const SalesDivision = z.enum(['till', 'hour', 'item', 'category', 'cashier', 'class', 'tax'])
export type SalesDivision = z.infer<typeof SalesDivision>

/** One part of a division. What a division does not know of is null: pieces of a cashier, sales of an item. */
export const SalesPart = SalesFigures.extend({
  /**
   * Id of the till, item, category (empty without one) or person; quarter of the day from 0; English name of the pupil's class
   * (empty without a pupil or class); code and rate of a tax.
   */
  key: z.string(),
  /** Null where the key says it, or where nothing is known under it any more. */
  name: Bilingual.nullable(),
  sales: z.int().nullable(),
  refunds: z.int().nullable(),
  qtyMilli: z.int().nullable(),
  wasteMilli: z.int().nullable(),
  /** Sales of a cashier in an hour of selling; null where the reader may not see how fast somebody works. */
  perHour: z.number().nullable(),
})
export type SalesPart = z.infer<typeof SalesPart>
