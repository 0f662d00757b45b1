import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { toDecimalText } from '#shared/kernel/money.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { feePayments } from '../payments/fee-payment.table.ts'
import { feePapers } from '../papers/fee-paper.table.ts'
import { feeDocuments } from './fee-document.table.ts'

/**
 * Returns the document of fees that has this verification code: its number and total, the hashes of its papers, and no names. A
 * receipt whose money went away again is withdrawn.
 */
export async function documentByCode(tx: Tx, schoolId: string, code: string) {
  const [document] = await tx
    .select()
    .from(feeDocuments)
    .where(and(eq(feeDocuments.schoolId, schoolId), eq(feeDocuments.verifyCode, code)))
  if (!document) return undefined
  const { kind, number, total, currency, issuedAt } = document
  const isReturned = kind === 'receipt' && (await isMoneyGone(tx, schoolId, document.id))
  const papers = await tx
    .select({ sha256: feePapers.sha256 })
    .from(feePapers)
    .where(and(eq(feePapers.schoolId, schoolId), eq(feePapers.documentId, document.id)))
  const standing = isReturned ? ('withdrawn' as const) : ('valid' as const)
  const sha256s = papers.map(({ sha256 }) => sha256)
  return {
    standing,
    issuedAt,
    sha256s,
    document: { kind, number, total: `${toDecimalText(total, currency)} ${currency}` },
  }
}

async function isMoneyGone(tx: Tx, schoolId: string, documentId: string): Promise<boolean> {
  const [payment] = await tx
    .select({ id: feePayments.id })
    .from(feePayments)
    .where(and(eq(feePayments.schoolId, schoolId), eq(feePayments.documentId, documentId)))
  const [state] = payment ? await paymentStates(tx, schoolId, { paymentIds: [payment.id] }) : []
  return state !== undefined && state.returned >= state.amount
}
