import { and, eq, sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { SaleId } from '#shared/kernel/ids.ts'
import type { SaleDetail } from '#shared/pos/pos-report.contract.ts'
import { saleLines, sales } from '../pos.table.ts'
import { saleVoids, tenders } from '../pos-payments.table.ts'
import { visibleCashier } from '../pos.policy.ts'
import { refunds } from '../refund.table.ts'
import { toTender } from '../shifts/shift-rows.ts'
import { approverOf } from './reasons.ts'
import { removedFrom } from './dropped-carts.service.ts'
import { toSaleLine } from './sale-line.ts'

/** One sale with its lines and tenders, as its receipt has it. @throws AppError access.denied, request.not-found */
export function readSale(ctx: SessionCtx, saleId: SaleId): Promise<SaleDetail> {
  const { schoolId } = ctx.school
  const only = visibleCashier(ctx.session)
  return ctx.tenant(async (tx) => {
    const [sale] = await tx
      .select()
      .from(sales)
      .where(and(eq(sales.schoolId, schoolId), eq(sales.id, saleId)))
    if (!sale) throw new AppError('request.not-found', { field: 'saleId' })
    if (only !== undefined && sale.cashierId !== only) throw new AppError('access.denied')
    const lines = await tx
      .select()
      .from(saleLines)
      .where(and(eq(saleLines.schoolId, schoolId), eq(saleLines.saleId, saleId)))
      .orderBy(saleLines.n)
    const paid = await tx
      .select()
      .from(tenders)
      .where(and(eq(tenders.schoolId, schoolId), eq(tenders.saleId, saleId)))
      .orderBy(tenders.id)
    const voids = await tx
      .select({
        reason: saleVoids.reason,
        approvedBy: sql<Bilingual | null>`${approverOf(schoolId, sql`sale_voids.id`)}`,
      })
      .from(saleVoids)
      .where(and(eq(saleVoids.schoolId, schoolId), eq(saleVoids.saleId, saleId)))
    const { name, timeZone, language, tillPolicy } = await readSchool(tx, schoolId)
    const { receiptHeader, receiptFooter } = tillPolicy
    const { gross, discountTotal, net, tax, total } = sale
    const { id, receiptNo, currency, businessDay, soldAt, discount, taxes } = sale
    return {
      sale: {
        id,
        receiptNo,
        currency,
        businessDay,
        soldAt,
        discount,
        taxes,
        totals: { gross, discount: discountTotal, net, tax, total },
        lines: lines.map(toSaleLine),
        tenders: paid.map(toTender),
      },
      voidReason: voids[0]?.reason ?? null,
      voidApprovedBy: voids[0]?.approvedBy ?? null,
      exchangedReceiptNo: await receiptOfRefund(tx, schoolId, sale.exchangeOf),
      removed: only === undefined ? await removedFrom(tx, schoolId, [saleId]) : [],
      settings: { school: name, timeZone, language, receiptHeader, receiptFooter },
    }
  })
}

/** Number of the refund that a sale was exchanged with. */
async function receiptOfRefund(tx: Tx, schoolId: string, id: string | null): Promise<string | null> {
  if (id === null) return null
  const isIt = and(eq(refunds.schoolId, schoolId), eq(refunds.id, id))
  const [found] = await tx.select({ receiptNo: refunds.receiptNo }).from(refunds).where(isIt)
  return found?.receiptNo ?? null
}
