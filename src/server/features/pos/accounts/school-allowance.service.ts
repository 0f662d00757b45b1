import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type CustomerId, type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Entitlement } from '#shared/pos/entitlement.contract.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { lockAccounts } from './account.service.ts'
import { accountBalances, entitlements } from './customer.table.ts'
import { readHolder, schoolDay } from './statement.service.ts'

interface Saying {
  schoolId: string
  nowMs: number
  random: Random
}

/**
 * Sets the school allowance of a pupil from a day on. Runs under the lock that sales take, so that each sale sees the old or the
 * new one; the account gets a new version for devices. Repeating it changes nothing. @throws AppError request.not-found,
 * request.invalid
 */
export async function setSchoolAllowance(
  tx: Tx,
  { schoolId, nowMs, random }: Saying,
  { customerId, entitlement }: { customerId: CustomerId; entitlement: Entitlement },
  by: UserId,
): Promise<void> {
  await readHolder(tx, schoolId, customerId)
  const { amount, from: fromDay, until: untilDay } = entitlement
  const weekdays = [...new Set(entitlement.weekdays)].sort((a, b) => a - b)
  // A past day keeps the allowance it was counted with.
  if (fromDay < (await schoolDay(tx, schoolId, nowMs))) throw new AppError('request.invalid', { field: 'from' })
  if (untilDay !== null && untilDay < fromDay) throw new AppError('request.invalid', { field: 'until' })
  if (amount > 0 && weekdays.length === 0) throw new AppError('request.invalid', { field: 'weekdays' })
  await lockAccounts(tx, schoolId, new Set([customerId]))
  const [last] = await tx
    .select()
    .from(entitlements)
    .where(and(eq(entitlements.schoolId, schoolId), eq(entitlements.customerId, customerId)))
    .orderBy(desc(entitlements.no))
    .limit(1)
  const said = [amount, weekdays, fromDay, untilDay]
  if (last && JSON.stringify([last.amount, last.weekdays, last.fromDay, last.untilDay]) === JSON.stringify(said)) return
  const at = toInstant(nowMs)
  const row = {
    schoolId,
    id: uuidv7(nowMs, random),
    customerId,
    no: (last?.no ?? 0) + 1,
    amount,
    weekdays,
    fromDay,
    untilDay,
  }
  await tx.insert(entitlements).values({ ...row, by, at })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .update(accountBalances)
    .set({ version })
    .where(and(eq(accountBalances.schoolId, schoolId), eq(accountBalances.customerId, customerId)))
}
