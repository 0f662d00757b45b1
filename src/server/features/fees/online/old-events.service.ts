import { and, eq, lt, ne } from 'drizzle-orm'
import type { Deps } from '#server/kernel/deps.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { feeGatewayEvents } from './online.table.ts'

/** How long an event is kept as it came: as long as payers dispute payments. */
const keptDays = 90

/** Blanks the bodies of a school's events that are older than ninety days: they name payers. What they were about stays. */
export async function blankOldEvents({
  deps,
  school: { schoolId },
}: {
  deps: Pick<Deps, 'db' | 'clock'>
  school: { schoolId: string }
}): Promise<void> {
  const before = toInstant(deps.clock.nowMs() - keptDays * dayMs)
  await deps.db.tenant(schoolId, (tx) =>
    tx
      .update(feeGatewayEvents)
      .set({ raw: '' })
      .where(
        and(
          eq(feeGatewayEvents.schoolId, schoolId),
          lt(feeGatewayEvents.receivedAt, before),
          ne(feeGatewayEvents.raw, ''),
        ),
      ),
  )
}
