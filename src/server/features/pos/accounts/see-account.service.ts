import { and, eq, sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { accountBalances, customers, pupilAccounts } from './customer.table.ts'

/** Returns the account of a student's place, with its current balance. */
export async function readPupilAccount(tx: Tx, schoolId: string, studentId: string) {
  const [found] = await tx
    .select({
      customerId: customers.id,
      admissionNo: customers.admissionNo,
      state: pupilAccounts.state,
      buysFrom: pupilAccounts.buysFrom,
      isUnread: pupilAccounts.isUnread,
      isOurs: pupilAccounts.isOurs,
      allergens: customers.allergens,
      className: customers.className,
      balance: sql<number | string>`coalesce(${accountBalances.balance}, 0)`,
    })
    .from(pupilAccounts)
    .innerJoin(
      customers,
      and(eq(customers.schoolId, pupilAccounts.schoolId), eq(customers.id, pupilAccounts.customerId)),
    )
    .leftJoin(
      accountBalances,
      and(eq(accountBalances.schoolId, pupilAccounts.schoolId), eq(accountBalances.customerId, customers.id)),
    )
    .where(and(eq(pupilAccounts.schoolId, schoolId), eq(pupilAccounts.studentId, studentId)))
  if (!found) return undefined
  const { currency } = await readSchool(tx, schoolId)
  return { ...found, balance: minor(Number(found.balance)), currency }
}

/** Returns the file whose place uses this account, the latest of several. */
export async function studentOfAccount(tx: Tx, schoolId: string, customerId: CustomerId): Promise<string | null> {
  const [row] = await tx
    .select({ studentId: pupilAccounts.studentId })
    .from(pupilAccounts)
    .where(and(eq(pupilAccounts.schoolId, schoolId), eq(pupilAccounts.customerId, customerId)))
    .orderBy(sql`${pupilAccounts.openedAt} desc`)
    .limit(1)
  return row?.studentId ?? null
}
