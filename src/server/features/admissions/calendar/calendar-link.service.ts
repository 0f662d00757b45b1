import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { calendarLinks } from './calendar-link.table.ts'

interface EndingLink {
  userId: UserId
  nowMs: number
  /** Only a link made before this moment; any where it is absent. */
  madeBefore?: Instant
}

/** Ends the address of a person's calendar. @returns whether there was one */
export async function endCalendarLinkOf(
  tx: Tx,
  schoolId: string,
  { userId, nowMs, madeBefore }: EndingLink,
): Promise<boolean> {
  const ended = await tx
    .update(calendarLinks)
    .set({ endedAt: toInstant(nowMs) })
    .where(
      and(
        eq(calendarLinks.schoolId, schoolId),
        eq(calendarLinks.userId, userId),
        isNull(calendarLinks.endedAt),
        madeBefore === undefined ? undefined : lt(calendarLinks.createdAt, madeBefore),
      ),
    )
    .returning({ userId: calendarLinks.userId })
  return ended.length > 0
}
