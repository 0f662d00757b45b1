import { sql } from 'drizzle-orm'
import { permitErasure, type Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Scope } from './scope.ts'

/** What an erasure is of, and the school's own day on which it happens. */
interface Subject {
  about: 'file' | 'enquiry'
  day: string
}

/**
 * Lets the transaction erase what belongs to a closed file that is not on hold, or to an enquiry: the last check, in one statement, after
 * those that answer a person.
 * @throws Error when it is neither; nothing may be erased then
 */
export async function permitScope(tx: Tx, scope: Scope, { about, day }: Subject): Promise<void> {
  const { schoolId, studentId } = scope
  const { rows: due } = await tx.execute(
    about === 'enquiry'
      ? sql`select 1 from submissions where school_id = ${schoolId} and id = ${studentId} and purpose = 'enquiry'`
      : sql`select 1 from students s where s.school_id = ${schoolId} and s.id = ${studentId} and s.status = 'rejected'
          and s.erased_at is null and not exists (select 1 from erasure_holds h where h.school_id = s.school_id
            and h.student_id = s.id and (h.until_day is null or h.until_day >= ${day}))`,
  )
  if (due.length === 0) throw new Error('what shall be erased is no closed file and no enquiry, or is on hold')
  await permitErasure(tx, await idsOf(tx, scope))
}

/** Returns the ids that append-only rows of the scope hold: its own, and those of what rows belong to that do not name it. */
async function idsOf(tx: Tx, { schoolId, studentId, submissionIds, requestIds }: Scope): Promise<string[]> {
  const records = uuidList([...submissionIds, ...requestIds])
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from issued_letters
      where school_id = ${schoolId} and (student_id = ${studentId} or subject_id = any(${records}))
    union all select id from student_notes where school_id = ${schoolId} and student_id = ${studentId}
    union all select id from scoring_assessments where school_id = ${schoolId} and student_id = ${studentId}
    union all select id from consent_acts where school_id = ${schoolId} and request_id = any(${records})
    union all select id from offers where school_id = ${schoolId} and student_id = ${studentId}
    union all select g.id from offer_signers g join offers o on o.school_id = g.school_id and o.id = g.offer_id
      where g.school_id = ${schoolId} and o.student_id = ${studentId}`)
  return [studentId, ...submissionIds, ...requestIds, ...rows.map(({ id }) => id)]
}
