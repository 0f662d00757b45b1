import { type SQL, sql } from 'drizzle-orm'
import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import { releaseSeatDeposit } from '#server/features/fees/payments/seat-deposit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { depositOwedPostings } from '#shared/fees/admission-money.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { StudentOutcome } from '#shared/students/student-status.rules.ts'
import type { OfferBy } from './offer.service.ts'
import { offers } from './offer.table.ts'
import { offerSettlements } from './offer-outcome.table.ts'
import { type Offer, receivedOf, type Settlement, wholeOffer } from './offer-read.service.ts'
import { refundOf, refundPercent } from './refund.rules.ts'

/** Records a settlement of a deposit. @throws AppError offer.receipt-known */
export async function insertSettlement(tx: Tx, settlement: typeof offerSettlements.$inferInsert): Promise<void> {
  const kept = await tx.insert(offerSettlements).values(settlement).onConflictDoNothing().returning()
  if (kept.length === 0) throw new AppError('offer.receipt-known', { field: 'receipt' })
}

/**
 * Records what the family is owed of its deposit once the offer has ended, where anything was paid. Tuition that the deposit has
 * settled is open again: the same money is not used twice.
 */
export async function recordRefundDue(
  tx: Tx,
  { mail, nowMs, userId }: OfferBy,
  offer: Offer,
  { outcome, withdrawalRefund }: { outcome: StudentOutcome; withdrawalRefund: number },
): Promise<void> {
  const { deposits, settlements } = await wholeOffer(tx, offer)
  const received = receivedOf(deposits)
  // What goes back of it was decided when the child left.
  if (dueOf(settlements) > 0) return
  const percent = refundPercent(outcome, withdrawalRefund)
  if (received === 0) return
  const id = uuidv7(nowMs, mail.deps.random)
  const { schoolId, studentId } = offer
  const amount = refundOf(received, percent)
  await insertSettlement(tx, {
    schoolId,
    id,
    offerId: offer.id,
    kind: 'refund-due',
    entry: nextDueEntry(settlements),
    amount,
    percent,
    reason: outcome,
    byUser: userId,
    at: toInstant(nowMs),
  })
  await releaseSeatDeposit(tx, { ...mail, userId }, studentId, received)
  const money = { schoolId, studentId, opId: id, nowMs, timeZone: mail.school.timeZone, byUser: userId }
  const postings = depositOwedPostings(amount, received)
  await postAdmissionMoney(tx, { ...money, kind: 'deposit-settlement', postings })
}

const sumOf = (settlements: readonly Settlement[], kind: Settlement['kind']): number =>
  receivedOf(settlements.filter((each) => each.kind === kind))

/** Returns what was to be refunded of a deposit, without what was taken back of that, in minor units. */
export const dueOf = (settlements: readonly Settlement[]): number => sumOf(settlements, 'refund-due')

/** Returns what is still to be refunded, in minor units. */
export const owed = (settlements: readonly Settlement[]): number =>
  dueOf(settlements) - sumOf(settlements, 'refund-paid')

/** Returns the number of the next row of what is owed. */
export const nextDueEntry = (settlements: readonly Settlement[]): number =>
  1 + settlements.filter(({ kind }) => kind === 'refund-due').length

/** Selects the ids of students whose families are owed a refund, for `in (…)`. */
export const studentsOwed = (schoolId: string): SQL =>
  sql`select ${offers.studentId} from ${offers} join ${offerSettlements} s on s.school_id = ${offers.schoolId} and s.offer_id = ${offers.id} where ${offers.schoolId} = ${schoolId} group by ${offers.id}, ${offers.studentId} having coalesce(sum(s.amount) filter (where s.kind = 'refund-due'), 0) > coalesce(sum(s.amount) filter (where s.kind = 'refund-paid'), 0)`
