import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { newestFirst, type RecordEntry, type RecordQuery, withinRecord } from '#server/kernel/record.ts'
import { auditEvents } from './audit.table.ts'

const columns = { ...auditEvents, by: auditEvents.byUser }

/** Returns the entries of the common audit log, newest first, at most `limit`. */
export async function readAuditEvents(tx: Tx, asked: RecordQuery): Promise<RecordEntry[]> {
  const { about, group } = asked
  const isAbout = about && and(eq(auditEvents.kind, about.kind), eq(auditEvents.recordId, about.id))
  const rows = await tx
    .select()
    .from(auditEvents)
    .where(and(withinRecord(columns, asked), group && eq(auditEvents.group, group), isAbout))
    .orderBy(...newestFirst(columns))
    .limit(asked.limit)
  return rows.map(({ id, at, what, byUser, deviceId, kind, recordId, facts }) => {
    const about = recordId === null ? null : { kind, id: recordId }
    return { id, at, what, by: byUser, deviceId, about, facts }
  })
}
