import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { installationId, type Tx } from '#server/kernel/db.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { installationAlerts } from './backup-copy.table.ts'

const isOpen = and(eq(installationAlerts.schoolId, installationId), isNull(installationAlerts.overAt))

/** Records that something is wrong. @returns whether it has just begun */
export async function beginAlert(tx: Tx, cause: string, now: Instant): Promise<boolean> {
  const [open] = await tx
    .select({ cause: installationAlerts.cause })
    .from(installationAlerts)
    .where(and(isOpen, eq(installationAlerts.cause, cause)))
  if (open) return false
  await tx
    .insert(installationAlerts)
    .values({ schoolId: installationId, cause, since: now, overAt: null })
    .onConflictDoUpdate({
      target: [installationAlerts.schoolId, installationAlerts.cause],
      set: { since: now, overAt: null },
    })
  return true
}

/** Records that of some causes all but `still` are over. @returns those that have just ended */
export async function endAlerts(
  tx: Tx,
  { causes, still, now }: { causes: readonly string[]; still: string | undefined; now: Instant },
): Promise<string[]> {
  const among = and(isOpen, inArray(installationAlerts.cause, [...causes]))
  const ended = await tx
    .update(installationAlerts)
    .set({ overAt: now })
    .where(still === undefined ? among : and(among, ne(installationAlerts.cause, still)))
    .returning({ cause: installationAlerts.cause })
  return ended.map(({ cause }) => cause)
}
