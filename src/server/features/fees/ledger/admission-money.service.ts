import type { Tx } from '#server/kernel/db.ts'
import type { JournalKind, Posting } from '#shared/fees/ledger.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { businessDay, type Day, type Instant, toInstant } from '#shared/kernel/time.ts'
import { postJournal } from './post-journal.service.ts'

/** Movement of money of admissions. */
interface AdmissionMoney {
  schoolId: string
  studentId: string
  /** Row that it is about: posted once. */
  opId: string
  kind: Extract<JournalKind, 'application-fee' | 'seat-deposit' | 'deposit-settlement' | 'desk-cash'>
  /** The day of its recording where it is not said. */
  happenedOn?: Day
  /** When it was recorded, where that was before now: its cash lay in the drawer of that time. */
  recordedAt?: Instant
  nowMs: number
  timeZone: string
  byUser: UserId | null
  postings: readonly Posting[]
}

/** Posts money of admissions, in the transaction that stores its row. */
export async function postAdmissionMoney(tx: Tx, { nowMs, timeZone, ...money }: AdmissionMoney): Promise<void> {
  const today = businessDay(nowMs, timeZone, 0)
  const { happenedOn = today } = money
  await postJournal(tx, {
    ...money,
    happenedOn: happenedOn < today ? happenedOn : today,
    today,
    recordedAt: money.recordedAt ?? toInstant(nowMs),
  })
}
