import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { insertAll } from '#server/kernel/given-rows.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { TillContext } from './till-context.ts'

/** Sale to be written, with its place and flags. */
export interface SaleRow {
  sale: Sale
  tillId: string
  epoch: number
  flags: readonly string[]
}

/**
 * Writes any number of sales with their lines and tenders in one statement with one parameter. Lines are numbered by order,
 * independent of the device.
 */
export async function writeSales(tx: Tx, { schoolId, nowMs }: TillContext, rows: readonly SaleRow[]): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(({ sale, ...where }) => {
    return { ...sale, ...sale.totals, ...where, discount: sale.discount, discountTotal: sale.totals.discount }
  })
  const receivedAt = sql`${toInstant(nowMs)}::timestamptz`
  await insertAll(tx, {
    schoolId,
    rows: given,
    columns:
      sql.raw(`id uuid, "shiftId" uuid, "tillId" uuid, epoch int, "receiptSeq" int, "receiptNo" text, currency text,
      "businessDay" date, "soldAt" timestamptz, "cashierId" uuid, "customerId" uuid, "customerProof" text, "priceListVersion" int,
      "snapshotAt" timestamptz, gross bigint, "discountTotal" bigint, net bigint, tax bigint, total bigint, discount jsonb,
      taxes jsonb, flags text[], lines jsonb, tenders jsonb, removed jsonb, "exchangeOf" uuid`),
    inserts: [
      (from) => sql`
        insert into sales (school_id, id, shift_id, till_id, epoch, receipt_seq, receipt_no, currency, business_day,
          sold_at, received_at, cashier_id, customer_id, customer_proof, price_list_version, snapshot_at, gross,
          discount_total, net, tax, total, discount, taxes, flags, exchange_of)
        select ${from.school}, id, "shiftId", "tillId", epoch, "receiptSeq", "receiptNo", currency, "businessDay",
          "soldAt", ${receivedAt}, "cashierId", "customerId", "customerProof", "priceListVersion",
          "snapshotAt", gross, "discountTotal", net, tax, total, discount, taxes, flags, "exchangeOf"
        from ${from.given}`,
      (from) => sql`
        insert into sale_lines (school_id, sale_id, n, id, item_id, name, qty_milli, unit_price, modifiers, gross,
          discount, tax_code, rate_ppm, tax, net, allergens, override_reason, own_discount, price_override, note)
        select ${from.school}, given.id, each.n::int, l.id, l."itemId", l.name, l."qtyMilli", l."unitPrice",
          l.modifiers, l.gross, l.discount, l."taxCode", l."ratePpm", l.tax, l.net, l.allergens, l."overrideReason",
          l."ownDiscount", l."priceOverride", l.note
        from ${from.given} cross join lateral jsonb_array_elements(given.lines) with ordinality as each(line, n)
        cross join lateral jsonb_to_record(each.line) as l(id uuid, "itemId" uuid, name jsonb, "qtyMilli" int,
          "unitPrice" bigint, modifiers jsonb, gross bigint, discount bigint, "taxCode" text, "ratePpm" int, tax bigint,
          net bigint, allergens text[], "overrideReason" text, "ownDiscount" jsonb, "priceOverride" jsonb, note text)`,
      (from) => sql`
        insert into removed_lines (school_id, source_id, n, shift_id, item_id, name, qty_milli, price,
          seconds_after_adding, received_at)
        select ${from.school}, given.id, each.n::int, given."shiftId", r."itemId", r.name, r."qtyMilli", r.price,
          least(r."secondsAfterAdding", 2147483647), ${receivedAt}
        from ${from.given}
        cross join lateral jsonb_array_elements(coalesce(given.removed, '[]'::jsonb)) with ordinality as each(line, n)
        cross join lateral jsonb_to_record(each.line) as r("itemId" uuid, name jsonb, "qtyMilli" int, price bigint,
          "secondsAfterAdding" bigint)
        on conflict do nothing`,
      (from) => sql`
        insert into tenders (school_id, id, sale_id, kind, amount, given, change, rounding, customer_id, terminal_ref,
          auth_code)
        select ${from.school}, t.id, given.id, t.kind, t.amount, t.given, t.change, t.rounding, t."customerId",
          t."terminalRef", t."authCode"
        from ${from.given} cross join lateral jsonb_to_recordset(given.tenders) as t(id uuid, kind text, amount bigint,
          given bigint, change bigint, rounding bigint, "customerId" uuid, "terminalRef" text, "authCode" text)`,
    ],
  })
}
