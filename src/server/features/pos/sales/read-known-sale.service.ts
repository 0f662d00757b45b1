import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { SaleId } from '#shared/kernel/ids.ts'
import type { RefundableSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import { saleLines, sales } from '../pos.table.ts'
import { saleVoids, tenders } from '../pos-payments.table.ts'
import { toTender } from '../shifts/shift-rows.ts'
import { refundsOfSale } from './read-refunds.service.ts'
import { toSaleLine } from './sale-line.ts'

/** A stored sale as far as a refund needs it. */
export type KnownSale = RefundableSale['sale'] & { isVoided: boolean }

/** Returns a stored sale; undefined for one that has not arrived. */
export async function readKnownSale(tx: Tx, schoolId: string, id: SaleId): Promise<KnownSale | undefined> {
  const [sale] = await tx
    .select()
    .from(sales)
    .where(and(eq(sales.schoolId, schoolId), eq(sales.id, id)))
  if (!sale) return undefined
  const lines = await tx
    .select()
    .from(saleLines)
    .where(and(eq(saleLines.schoolId, schoolId), eq(saleLines.saleId, id)))
    .orderBy(saleLines.n)
  const paid = await tx
    .select()
    .from(tenders)
    .where(and(eq(tenders.schoolId, schoolId), eq(tenders.saleId, id)))
    .orderBy(tenders.id)
  const voids = await tx
    .select({ id: saleVoids.id })
    .from(saleVoids)
    .where(and(eq(saleVoids.schoolId, schoolId), eq(saleVoids.saleId, id)))
  const { receiptNo, businessDay, currency, customerId, taxes, gross, discountTotal: discount, net, tax, total } = sale
  return {
    id,
    receiptNo,
    businessDay,
    currency,
    customerId,
    taxes,
    totals: { gross, discount, net, tax, total },
    // Who may refund need not know why a rule was set aside.
    lines: lines.map(toSaleLine).map(({ overrideReason: _reason, ...line }) => line),
    tenders: paid.map(toTender),
    isVoided: voids.length > 0,
  }
}

/** Finds a sale by the number on its receipt, with what was given back for it. @throws AppError request.not-found */
export async function findRefundable(tx: Tx, schoolId: string, receiptNo: string): Promise<RefundableSale> {
  const [, series, epoch, seq] = /^(.+)-(\d{1,9})-(\d{1,9})$/.exec(receiptNo) ?? []
  // By the number's parts, which have an index; the number itself has none.
  const { rows } = await tx.execute<{ id: SaleId }>(sql`
    select s.id from tills t
    join sites p on p.school_id = t.school_id and p.id = t.site_id
    join sales s on s.school_id = t.school_id and s.till_id = t.id and s.epoch = ${Number(epoch ?? 0)}
      and s.receipt_seq = ${Number(seq ?? 0)}
    where t.school_id = ${schoolId} and p.code || '-' || t.code = ${series ?? ''} and s.receipt_no = ${receiptNo} limit 1`)
  const [row] = rows
  const known = row && (await readKnownSale(tx, schoolId, row.id))
  if (!known) throw new AppError('request.not-found', { field: 'receiptNo' })
  const { isVoided, ...sale } = known
  const refunds = await refundsOfSale(tx, schoolId, sale.id)
  const earlier = refunds.map(({ id, lines, tenders: back }) => ({
    id,
    lines: lines.map(({ saleLineId, qtyMilli }) => ({ saleLineId, qtyMilli })),
    tenders: back.map(({ saleTenderId, amount }) => ({ saleTenderId, amount })),
  }))
  return { sale, isVoided, earlier }
}
