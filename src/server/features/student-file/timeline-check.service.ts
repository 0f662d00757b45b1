import { identityRows } from '#server/features/student/student-identity.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type Asked, entry, type Happened } from './timeline-entry.ts'

/** What the desk has checked and written down of a file, whatever became of it. */
export async function checks(tx: Tx, { schoolId, studentId }: Asked): Promise<Happened[]> {
  return (await identityRows(tx, schoolId, studentId)).map(({ id, at, byUser, subject, paper }) =>
    entry({ id, at, kind: 'record', what: `identity-${subject}${paper === null ? '-back' : ''}`, by: byUser }),
  )
}
