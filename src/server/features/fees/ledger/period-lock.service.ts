import { sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import type { FeeActor } from './fee-actor.ts'
import { feePeriodLocks } from './fee-ledger.table.ts'
import { lockedUntil } from './post-journal.service.ts'

/**
 * Locks all days up to `until`: what happened on one of them is booked on the day on which it is recorded. A lock only moves
 * forward. @throws AppError request.invalid (a day that has not passed), fees.period-locked (a day before that of the lock)
 */
export async function lockFeePeriod(tx: Tx, by: FeeActor & { userId: string }, until: Day): Promise<{ until: Day }> {
  const { schoolId, userId: byUser, today } = by
  // Waits for whatever is being booked on a day before today.
  await tx.execute(sql`select 1 from schools where school_id = ${schoolId} for no key update`)
  const known = await lockedUntil(tx, schoolId)
  if (until >= today) throw new AppError('request.invalid', { field: 'until' })
  if (known !== null && until < known) throw new AppError('fees.period-locked', { field: 'until' })
  if (until === known) return { until }
  await tx
    .insert(feePeriodLocks)
    .values({ schoolId, until, byUser, at: toInstant(by.nowMs) })
    .onConflictDoNothing()
  await recordAuditEvent(tx, by.audit, 'fee-period-locked', { about: null, by: byUser, facts: {} })
  return { until }
}
