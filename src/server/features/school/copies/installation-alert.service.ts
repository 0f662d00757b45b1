import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { installationAlerts } from './backup-copy.table.ts'

const isOpen = (schoolId: string) => and(eq(installationAlerts.schoolId, schoolId), isNull(installationAlerts.overAt))

/** Records that something is wrong in a school, or in the installation. @returns whether it has just begun */
export async function beginAlert(tx: Tx, schoolId: string, cause: string, now: Instant): Promise<boolean> {
  const [open] = await tx
    .select({ cause: installationAlerts.cause })
    .from(installationAlerts)
    .where(and(isOpen(schoolId), eq(installationAlerts.cause, cause)))
  if (open) return false
  await tx
    .insert(installationAlerts)
    .values({ schoolId, cause, since: now, overAt: null })
    .onConflictDoUpdate({
      target: [installationAlerts.schoolId, installationAlerts.cause],
      set: { since: now, overAt: null },
    })
  return true
}

/** Records that of some causes all but `still` are over. @returns those that have just ended */
export async function endAlerts(
  tx: Tx,
  schoolId: string,
  { causes, still, now }: { causes: readonly string[]; still: string | undefined; now: Instant },
): Promise<string[]> {
  const among = and(isOpen(schoolId), inArray(installationAlerts.cause, [...causes]))
  const ended = await tx
    .update(installationAlerts)
    .set({ overAt: now })
    .where(still === undefined ? among : and(among, ne(installationAlerts.cause, still)))
    .returning({ cause: installationAlerts.cause })
  return ended.map(({ cause }) => cause)
}
