import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { topUps } from '../accounts/account-money.table.ts'
import { sales } from '../pos.table.ts'
import { refunds } from '../refund.table.ts'

interface Numbered {
  tillId: string
  epoch: number
  receiptSeq: number
}

/** Returns whether a sale, a top-up or a refund of the till has had this number before. */
export async function isNumberTaken(tx: Tx, schoolId: string, number: Numbered): Promise<boolean> {
  for (const table of [sales, topUps, refunds] as const) {
    const { tillId, epoch, receiptSeq } = number
    const ofTill = and(eq(table.schoolId, schoolId), eq(table.tillId, tillId), eq(table.epoch, epoch))
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(ofTill, eq(table.receiptSeq, receiptSeq)))
      .limit(1)
    if (found.length > 0) return true
  }
  return false
}
