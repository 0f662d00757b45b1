import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Day } from '#shared/kernel/time.ts'
import { documentStatuses } from './document.table.ts'
import { typesOf } from './document-type.service.ts'

/**
 * Returns documents a student's family has promised and not sent, the first due first. Excludes health and custody documents:
 * this is for emails, which others may open too.
 */
export async function promisedDocuments(
  tx: Tx,
  schoolId: string,
  studentId: string,
): Promise<{ label: Bilingual; until: Day }[]> {
  const rows = await tx
    .select({ type: documentStatuses.type, until: documentStatuses.promisedUntil })
    .from(documentStatuses)
    .where(
      and(
        eq(documentStatuses.schoolId, schoolId),
        eq(documentStatuses.studentId, studentId),
        eq(documentStatuses.state, 'undertaking'),
        eq(documentStatuses.isSensitive, false),
      ),
    )
    .orderBy(asc(documentStatuses.promisedUntil), asc(documentStatuses.type))
  if (rows.length === 0) return []
  const labels = new Map((await typesOf(tx, schoolId)).types.map(({ code, label }) => [code, label]))
  return rows.flatMap(({ type, until }) => {
    const label = labels.get(type)
    return label && until ? [{ label, until }] : []
  })
}
