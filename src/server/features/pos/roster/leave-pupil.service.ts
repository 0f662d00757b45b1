import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { LeaveReason } from '#shared/pos/leave-reason.rules.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { closePupilAccount } from '../accounts/close-account.service.ts'
import { customers, pupilAccounts } from '../accounts/customer.table.ts'
import { type AccountBy, isCustomer, lockCustomer } from '../accounts/pupil-account.service.ts'
import { schoolDay } from '../accounts/statement.service.ts'
import { assignVersions } from '../snapshot/version.service.ts'

const linksOf = (schoolId: string, customerId: CustomerId) =>
  and(eq(pupilAccounts.schoolId, schoolId), eq(pupilAccounts.customerId, customerId))

/**
 * Notes the last day of a pupil at the school. Tills sell until the end of that day; of a past day they stop with their next pull.
 * Repeating it changes nothing. @returns whether the account is closed now
 */
export async function setLeaving(
  tx: Tx,
  by: AccountBy,
  customerId: CustomerId,
  { leftOn, reason }: { leftOn: Day; reason: LeaveReason },
): Promise<boolean> {
  const { schoolId } = by
  await lockAccounts(tx, schoolId, new Set([customerId]))
  await lockCustomer(tx, schoolId, customerId)
  await tx.update(customers).set({ leftOn, leaveReason: reason }).where(isCustomer(schoolId, customerId))
  return leftOn < (await schoolDay(tx, schoolId, by.nowMs)) && closeLeaver(tx, by, customerId)
}

/** Returns pupils whose last day is over and whose account is still open, some at a time. */
export async function leaversToClose(tx: Tx, schoolId: string, today: Day): Promise<CustomerId[]> {
  const { rows } = await tx.execute<{ id: CustomerId }>(sql`
    select id from customers where school_id = ${schoolId} and active and left_on < ${today}::date order by id limit 100`)
  return rows.map(({ id }) => id)
}

/**
 * Closes the account of a pupil who has left: no till sells to it any more; money on it waits for finance, as for a place that
 * is given up. Takes a version, so it comes after every other lock. @returns whether it was open
 */
export async function closeLeaver(tx: Tx, by: AccountBy, customerId: CustomerId): Promise<boolean> {
  const { schoolId } = by
  // The account before its owner, as in every other closing.
  await lockAccounts(tx, schoolId, new Set([customerId]))
  const customer = await lockCustomer(tx, schoolId, customerId)
  if (!customer?.active) return false
  const open = await tx
    .select({ studentId: pupilAccounts.studentId })
    .from(pupilAccounts)
    .where(and(linksOf(schoolId, customerId), inArray(pupilAccounts.state, ['open', 'waiting'])))
    .orderBy(pupilAccounts.openedAt)
  for (const { studentId } of open) await closePupilAccount(tx, by, studentId)
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx.update(customers).set({ active: false, version }).where(isCustomer(schoolId, customerId))
  return true
}

/**
 * Lets a pupil come back, or stay after all: the account is open again, with the money that is on it. Takes a version, so it
 * comes after every other lock.
 */
export async function setReturned(tx: Tx, { schoolId }: AccountBy, customerId: CustomerId): Promise<void> {
  await lockCustomer(tx, schoolId, customerId)
  const [latest] = await tx
    .select({ studentId: pupilAccounts.studentId })
    .from(pupilAccounts)
    .where(linksOf(schoolId, customerId))
    .orderBy(sql`${pupilAccounts.openedAt} desc`)
    .limit(1)
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .update(customers)
    .set({ active: true, leftOn: null, leaveReason: null, version })
    .where(isCustomer(schoolId, customerId))
  if (latest)
    await tx
      .update(pupilAccounts)
      .set({ state: 'open', closedAt: null })
      .where(
        and(
          linksOf(schoolId, customerId),
          eq(pupilAccounts.studentId, latest.studentId),
          inArray(pupilAccounts.state, ['closed', 'closing']),
        ),
      )
}
