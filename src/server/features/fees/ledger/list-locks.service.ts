import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { periodLock } from '#shared/fees/fee-refund.contract.ts'
import type { FeeActor } from './fee-actor.ts'
import { feePeriodLocks } from './fee-ledger.table.ts'

const mostListed = 100

/** Lists the latest locks of the ledger, the latest day first. */
export async function readLocks(
  tx: Tx,
  { schoolId, today }: Pick<FeeActor, 'schoolId' | 'today'>,
): Promise<z.input<typeof periodLock.reply>> {
  const rows = await tx
    .select()
    .from(feePeriodLocks)
    .where(eq(feePeriodLocks.schoolId, schoolId))
    .orderBy(desc(feePeriodLocks.until))
    .limit(mostListed)
  const people = await findPeople(
    tx,
    schoolId,
    rows.map(({ byUser }) => byUser),
  )
  const locks = rows.map(({ until, byUser, at }) => ({ until, at, by: colleague(byUser, people) }))
  const count = await tx.$count(feePeriodLocks, eq(feePeriodLocks.schoolId, schoolId))
  return { until: locks[0]?.until ?? null, locks, count, today }
}
