import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Day } from '#shared/kernel/time.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { customers, pupilAccounts } from './customer.table.ts'
import { findPupilAccount, isCustomer, isOf, lockCustomer, noFormerStay } from './pupil-account.service.ts'

/** Returns ids of students whose account may buy from this school day on, and does not yet. */
export async function accountsToStart(tx: Tx, schoolId: string, today: Day): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.student_id as id from ${pupilAccounts} p
    where p.school_id = ${schoolId} and p.state = 'waiting' and p.buys_from <= ${today}::date limit 100`)
  return rows.map(({ id }) => id)
}

/**
 * Lets the tills sell to a pupil whose first day has come, from the next pull on. Takes a version, so it comes after every other
 * lock. @returns whether it changed
 */
export async function startAccount(tx: Tx, schoolId: string, studentId: string): Promise<boolean> {
  const found = await findPupilAccount(tx, schoolId, studentId)
  if (found?.state !== 'waiting') return false
  const customer = await lockCustomer(tx, schoolId, found.customerId)
  // The place may have been given up while another transaction had the lock.
  const own = await findPupilAccount(tx, schoolId, studentId)
  if (own?.state !== 'waiting') return false
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  const leftOn = customer?.leftOn ?? null
  const isOfFormerStay = leftOn !== null && own.buysFrom !== null && leftOn < own.buysFrom
  await tx
    .update(customers)
    .set({ ...(isOfFormerStay && noFormerStay), active: true, version })
    .where(isCustomer(schoolId, own.customerId))
  await tx.update(pupilAccounts).set({ state: 'open' }).where(isOf(own))
  return true
}

/** Selects the ids of students whose family's text on allergies staff have not read, for `in (…)`. */
export const accountsUnread = (schoolId: string, sees: boolean): SQL =>
  sql`select p.student_id from ${pupilAccounts} p where ${sees} and p.school_id = ${schoolId} and p.is_unread and p.state <> 'closed'`
