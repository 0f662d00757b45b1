import type { PendingCash } from '#local/admissions/desk-work.types.ts'
import { type CashFault, type CashPurpose, depositCashFault, feeCashFault } from '#shared/admissions/desk-cash.rules.ts'
import type { StudentFile } from '../student-file/student.api.ts'

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** What this device took for a file and the file, as it was read, does not know of. */
export const unseenCash = (file: StudentFile, kept: readonly PendingCash[]): PendingCash[] =>
  kept.filter(
    ({ operation }) =>
      operation.student_id === file.student.student_id && file.cash.every(({ id }) => id !== operation.id),
  )

/** How it stands with what cash may be taken for, by the last data and with what this device took since. */
export interface CashStatus {
  paysFor: CashPurpose
  offerId: string | null
  /** What came for it so far, in minor units. */
  received: number
  /** What is asked for; null for a fee, which only has a most. */
  due: number | null
  /** What is left to be taken; null where nobody says. */
  left: number | null
  /** What stands against taking so much, in minor units. */
  fault: (amount: number) => CashFault | undefined
}

export function statusOf(file: StudentFile, kept: readonly PendingCash[], paysFor: CashPurpose): CashStatus {
  const [offer] = file.offers
  const offerId = paysFor === 'deposit' ? (offer?.id ?? null) : null
  const mine = unseenCash(file, kept).filter(
    ({ operation, receipt }) =>
      operation.paysFor === paysFor && operation.offerId === offerId && (receipt === null || receipt.fault === null),
  )
  const ours = sumOf(mine.map(({ operation }) => operation))
  if (paysFor === 'deposit') {
    const received = sumOf(offer?.received ?? []) + ours
    const due = offer?.terms.deposit?.amount ?? 0
    const isWaived = Boolean(offer?.waiver?.agreedBy)
    const standing = { isAccepted: offer?.state === 'accepted', isWaived, due, received }
    const left = Math.max(0, due - received)
    return { paysFor, offerId, received, due, left, fault: (amount) => depositCashFault(standing, { amount }) }
  }
  const { fee } = file
  const received = sumOf(fee.paid) + ours
  const standing = { most: fee.most, received, owed: fee.due, isClosed: file.student.status === 'rejected' }
  const left = fee.most === null ? null : Math.max(0, fee.most - received + fee.due)
  const fault = (amount: number) => feeCashFault(standing, { amount, known: received })
  return { paysFor, offerId, received, due: null, left, fault }
}
