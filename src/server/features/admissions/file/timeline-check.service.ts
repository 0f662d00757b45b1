import type { Tx } from '#server/kernel/db.ts'
import { identityRows } from '../eligibility/student-identity.service.ts'
import { feeRows } from '../fees/student-fee.service.ts'
import { refusalNotices } from '../fees/student-notice.service.ts'
import { entry, type Params, type TimelineEvent } from './timeline-entry.ts'

/** Returns the checks and records of the desk on a file, whatever became of them. */
export async function checks(tx: Tx, { schoolId, studentId, seesSensitive }: Params): Promise<TimelineEvent[]> {
  const known = await identityRows(tx, schoolId, studentId)
  const fees = await feeRows(tx, schoolId, studentId)
  const notices = seesSensitive ? await refusalNotices(tx, schoolId, studentId) : []
  return [
    ...known.map(({ id, at, byUser, subject, paper }) =>
      entry({ id, at, kind: 'record', what: `identity-${subject}${paper === null ? '-back' : ''}`, by: byUser }),
    ),
    ...fees
      // Its reduction of a debt follows from the reversed payment.
      .filter(({ kind, reverses }) => kind === 'paid' || reverses === null)
      .map(({ id, at, byUser, kind, reverses }) =>
        entry({ id, at, kind: 'record', what: reverses === null ? `fee-${kind}` : 'fee-reversed', by: byUser }),
      ),
    ...notices.map(({ id, openedAt }) =>
      entry({ id: `${id} notice`, at: openedAt, kind: 'record', what: 'notice-opened' }),
    ),
    ...notices.flatMap(({ id, at, byUser }) =>
      at === null ? [] : [entry({ id: `${id} filed`, at, kind: 'record', what: 'notice-filed', by: byUser })],
    ),
  ]
}
