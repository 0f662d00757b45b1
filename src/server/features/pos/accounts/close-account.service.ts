import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type CustomerId, uuidv7 } from '#shared/kernel/ids.ts'
import { type Minor, negate, zero } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { cards } from '../cards/card.table.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { lockAccounts } from './account.service.ts'
import { accountBalances, accountEntries, customers, pupilAccounts } from './customer.table.ts'
import {
  type AccountBy,
  findPupilAccount,
  isActive,
  isCustomer,
  isOf,
  lockCustomer,
  type PupilAccount,
} from './pupil-account.service.ts'
import { isSharedAccount } from './shared-account.service.ts'
import { schoolDay } from './statement.service.ts'

/** `closed` · `money`: open until finance has settled it · `kept`: it existed before, or continues for another file. */
export type Closing = 'closed' | 'money' | 'kept'

/**
 * Closes the account opened for a place that is given up, unless there is money on it. Takes a version, so it comes after every
 * other lock. @returns the result; undefined where none was open
 */
export async function closePupilAccount(tx: Tx, by: AccountBy, studentId: string): Promise<Closing | undefined> {
  const own = await findPupilAccount(tx, by.schoolId, studentId)
  if (!own || !isActive(own)) return undefined
  if (!own.isOurs) {
    await setState(tx, by, own, 'closed')
    return 'kept'
  }
  const balance = await lockedBalance(tx, own)
  // Decided under the lock: another file of the child may be linked to it or leave it at this moment.
  if (await isSharedAccount(tx, own)) {
    await setState(tx, by, own, 'closed')
    return 'kept'
  }
  if (balance !== 0) {
    await setState(tx, by, own, 'closing')
    return 'money'
  }
  await shut(tx, by, own)
  return 'closed'
}

/** Closes an account that waits to be closed once it is empty. @returns whether it was closed */
export async function closeWhenEmpty(tx: Tx, by: AccountBy, studentId: string): Promise<boolean> {
  const found = await lockClosing(tx, by.schoolId, studentId)
  if (found?.balance !== 0) return false
  await shut(tx, by, found.own)
  return true
}

/**
 * Settles an account after finance has paid out its balance or collected its debt: one correction brings it to zero, and it is
 * closed. @throws AppError request.not-found where nothing waits, student.changed where the amount has changed
 */
export async function settleAccount(
  tx: Tx,
  by: AccountBy,
  { studentId, balance, sourceId }: { studentId: string; balance: Minor; sourceId: string },
): Promise<void> {
  const { schoolId, nowMs, random } = by
  const found = await lockClosing(tx, schoolId, studentId)
  if (!found) throw new AppError('request.not-found')
  if (found.balance !== balance) throw new AppError('student.changed')
  const { own } = found
  const { customerId } = own
  const now = toInstant(nowMs)
  await tx.insert(accountEntries).values({
    schoolId,
    id: uuidv7(nowMs, random),
    customerId,
    kind: 'adjust',
    amount: negate(balance),
    sourceId,
    businessDay: await schoolDay(tx, schoolId, nowMs),
    effectiveAt: now,
    recordedAt: now,
  })
  const version = await shut(tx, by, own)
  await tx
    .update(accountBalances)
    .set({ balance: zero, version })
    .where(and(eq(accountBalances.schoolId, schoolId), eq(accountBalances.customerId, customerId)))
}

/** Locks an account waiting to be closed, with its balance; undefined where the child has joined after all. */
async function lockClosing(
  tx: Tx,
  schoolId: string,
  studentId: string,
): Promise<{ own: PupilAccount; balance: Minor } | undefined> {
  const seen = await findPupilAccount(tx, schoolId, studentId)
  if (seen?.state !== 'closing') return undefined
  const balance = await lockedBalance(tx, seen)
  const own = await findPupilAccount(tx, schoolId, studentId)
  return own?.state === 'closing' ? { own, balance } : undefined
}

/** Returns the balance under lock: no purchase, and no file linked or unlinked, until the transaction ends. */
async function lockedBalance(tx: Tx, { schoolId, customerId }: PupilAccount): Promise<Minor> {
  const account = (await lockAccounts(tx, schoolId, new Set([customerId]))).get(customerId)
  await lockCustomer(tx, schoolId, customerId)
  return account?.balance ?? zero
}

/** Closes a locked account, unless another file continues with it. @returns the version that informs the tills */
async function shut(tx: Tx, by: AccountBy, own: PupilAccount): Promise<number> {
  const version = (await assignVersions(tx, by.schoolId, 1)) + 1
  if (!(await isSharedAccount(tx, own)))
    await tx.update(customers).set({ active: false, version }).where(isCustomer(by.schoolId, own.customerId))
  await setState(tx, by, own, 'closed')
  return version
}

const setState = (tx: Tx, { nowMs }: AccountBy, own: PupilAccount, state: 'closing' | 'closed'): Promise<unknown> =>
  tx
    .update(pupilAccounts)
    .set({ state, closedAt: toInstant(nowMs) })
    .where(isOf(own))

/**
 * Returns the account to erase with a file: opened for its place, closed, and shared with no file whose place continues or whose
 * money waits.
 * @returns undefined where there is none, or it is kept
 */
export async function accountToForget(tx: Tx, schoolId: string, studentId: string): Promise<CustomerId | undefined> {
  const own = await findPupilAccount(tx, schoolId, studentId)
  const goes = own?.isOurs && own.state === 'closed' && !(await isSharedAccount(tx, own))
  return goes ? own.customerId : undefined
}

/**
 * Anonymises the account that is erased with a file: purchases and payments stay without a name. Takes a version, so it comes
 * after every other lock, and the tills follow with their next pull.
 * @param customerId result of `accountToForget`
 */
export async function forgetPupilAccount(
  tx: Tx,
  schoolId: string,
  studentId: string,
  customerId: CustomerId | undefined,
): Promise<void> {
  await tx.delete(pupilAccounts).where(isOf({ schoolId, studentId }))
  if (!customerId) return
  await lockCustomer(tx, schoolId, customerId)
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  const nothing = { cardNo: null, allergens: [], diet: [], birthDate: null, searchText: null, leftOn: null }
  const nobody = { ...nothing, name: { en: '–', ar: '–' }, className: '', classId: null, leaveReason: null }
  await tx.delete(cards).where(and(eq(cards.schoolId, schoolId), eq(cards.customerId, customerId)))
  await tx
    .update(customers)
    .set({ ...nobody, version })
    .where(isCustomer(schoolId, customerId))
}

/** Selects the ids of students whose account waits for finance, for `in (…)`. */
export const accountsToSettle = (schoolId: string): SQL =>
  sql`select p.student_id from ${pupilAccounts} p where p.school_id = ${schoolId} and p.state = 'closing'`

/** Returns the ids of students whose account waits to be closed and is empty. */
export async function accountsEmptied(tx: Tx, schoolId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.student_id as id from ${pupilAccounts} p
    left join ${accountBalances} b on b.school_id = p.school_id and b.customer_id = p.customer_id
    where p.school_id = ${schoolId} and p.state = 'closing' and coalesce(b.balance, 0) = 0 limit 100`)
  return rows.map(({ id }) => id)
}
