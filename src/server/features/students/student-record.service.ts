import { and, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { newestFirst, type RecordEntry, type RecordQuery, withinRecord } from '#server/kernel/record.ts'
import { studentChanges } from './student-change.table.ts'

const columns = { ...studentChanges, at: studentChanges.recordedAt, by: studentChanges.byUser }

/** Returns audit-log entries from the students' own history: transitions, without names and notes. */
export async function studentRecord(tx: Tx, asked: RecordQuery): Promise<RecordEntry[]> {
  const { about, group } = asked
  if ((group && group !== 'students') || (about && about.kind !== 'student')) return []
  const isAbout = about && sql`${studentChanges.studentId}::text = ${about.id}`
  const rows = await tx
    .select()
    .from(studentChanges)
    .where(and(withinRecord(columns, asked), isAbout))
    .orderBy(...newestFirst(columns))
    .limit(asked.limit)
  return rows.map((row) => ({
    id: row.id,
    at: row.recordedAt,
    what: 'student-moved',
    by: row.byUser,
    deviceId: null,
    about: { kind: 'student', id: row.studentId },
    facts: { from: row.fromStatus, to: row.toStatus, outcome: row.outcome, mover: row.mover },
  }))
}
