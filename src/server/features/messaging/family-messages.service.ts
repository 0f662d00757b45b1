import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { sentLetters } from '#server/features/mail/family-mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { studentMessages } from './message.table.ts'

/** Returns the ids of changes whose message to the family has not left, of these students. */
export async function untoldChanges(tx: Tx, schoolId: string, studentIds: readonly string[]): Promise<Set<string>> {
  if (studentIds.length === 0) return new Set()
  const rows = await tx
    .select({ changeId: studentMessages.changeId })
    .from(studentMessages)
    .where(
      and(
        eq(studentMessages.schoolId, schoolId),
        inArray(studentMessages.studentId, [...studentIds]),
        sql`${studentMessages.state} in ('waiting', 'stopped')`,
      ),
    )
    .orderBy(desc(studentMessages.madeAt))
  return new Set(rows.map(({ changeId }) => changeId))
}

/** Returns what the school has mailed in its own words to this address about these students, the newest first. */
export const messagesTo = sentLetters
