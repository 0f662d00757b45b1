import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { AccountMovement } from '#shared/pos/account-money.contract.ts'
import { customers, pupilAccounts } from '../accounts/customer.table.ts'

/** Returns the other students of a student's family; of a domain above this one. */
export type Siblings = (tx: Tx, schoolId: string, studentId: string) => Promise<string[]>

/** Returns the accounts of the same family, active or not, by class and number; empty where no student has this account. */
export async function siblingAccounts(
  tx: Tx,
  schoolId: string,
  customerId: CustomerId,
  siblings: Siblings,
): Promise<AccountMovement['holder'][]> {
  const own = await tx
    .select({ studentId: pupilAccounts.studentId })
    .from(pupilAccounts)
    .where(and(eq(pupilAccounts.schoolId, schoolId), eq(pupilAccounts.customerId, customerId)))
  const others = new Set<string>()
  for (const { studentId } of own) {
    for (const other of await siblings(tx, schoolId, studentId)) others.add(other)
  }
  if (others.size === 0) return []
  const found = await tx
    .selectDistinct({
      customerId: customers.id,
      admissionNo: customers.admissionNo,
      name: customers.name,
      className: customers.className,
    })
    .from(pupilAccounts)
    .innerJoin(customers, and(eq(customers.schoolId, schoolId), eq(customers.id, pupilAccounts.customerId)))
    .where(and(eq(pupilAccounts.schoolId, schoolId), inArray(pupilAccounts.studentId, [...others])))
    .orderBy(customers.className, customers.admissionNo)
  return found.filter((each) => each.customerId !== customerId)
}
