import { and, eq, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { SaleId, ShiftId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Refund, RefundLine, RefundTender } from '#shared/pos/refunds/refund.contract.ts'
import { refundLines, refunds, refundTenders } from '../refund.table.ts'

/** A refund as it is stored: without its approval's content and what it corrects. */
export type StoredRefund = Omit<Refund, 'approval' | 'corrects' | 'exchangeSaleId' | 'withoutSale'> & {
  exchangeSaleId: SaleId | null
}

/** Returns the refunds of a sale, in order of arrival. */
export const refundsOfSale = (tx: Tx, schoolId: string, saleId: SaleId): Promise<StoredRefund[]> =>
  readRefunds(tx, schoolId, eq(refunds.saleId, saleId))

/** Returns the refunds of a shift, in order of arrival. */
export const refundsOfShift = (tx: Tx, schoolId: string, shiftId: ShiftId): Promise<StoredRefund[]> =>
  readRefunds(tx, schoolId, eq(refunds.shiftId, shiftId))

async function readRefunds(tx: Tx, schoolId: string, which: SQL): Promise<StoredRefund[]> {
  const heads = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.schoolId, schoolId), which))
    .orderBy(refunds.receivedAt, refunds.id)
  if (heads.length === 0) return []
  const ofHeads = <T extends typeof refundLines | typeof refundTenders>(table: T) =>
    and(eq(table.schoolId, schoolId), eq(table.refundId, refunds.id), which)
  const isSame = (table: typeof refundLines | typeof refundTenders) =>
    and(eq(refunds.schoolId, table.schoolId), eq(refunds.id, table.refundId))
  const lines = await tx
    .select({ row: refundLines })
    .from(refundLines)
    .innerJoin(refunds, isSame(refundLines))
    .where(ofHeads(refundLines))
    .orderBy(refundLines.n)
  const tenders = await tx
    .select({ row: refundTenders })
    .from(refundTenders)
    .innerJoin(refunds, isSame(refundTenders))
    .where(ofHeads(refundTenders))
    .orderBy(refundTenders.n)
  return heads.map(({ schoolId: _school, tillId: _till, epoch: _epoch, receivedAt: _at, approvalId: _id, ...head }) => {
    const { gross, discountTotal, net, tax, total, withoutSale: _without, ...rest } = head
    return {
      ...rest,
      totals: { gross, discount: discountTotal, net, tax, total },
      lines: lines.flatMap(({ row }) => (row.refundId === head.id ? [toLine(row)] : [])),
      tenders: tenders.flatMap(({ row }) => (row.refundId === head.id ? [toRefundTender(row)] : [])),
    }
  })
}

const toLine = ({
  schoolId: _school,
  refundId: _refund,
  n: _n,
  ...line
}: typeof refundLines.$inferSelect): RefundLine => line

/** Maps a tender's row back to what the till sent. */
export function toRefundTender(row: typeof refundTenders.$inferSelect): RefundTender {
  const { id, amount, saleTenderId, kind } = row
  const base = { id, amount, saleTenderId }
  switch (kind) {
    case 'cash':
      return { kind, ...base, rounding: row.rounding ?? minor(0) }
    case 'account':
      if (row.customerId === null) throw new AppError('server.failed')
      return { kind, ...base, customerId: row.customerId }
    case 'card':
      return { kind, ...base, terminalRef: row.terminalRef ?? '' }
  }
}
