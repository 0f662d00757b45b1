import { sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { ErasedCounts, ErasureCause } from '#shared/retention/retention.rules.ts'
import { isEnquiryDue } from './enquiry.service.ts'
import { countOf, type Eraser, eraseScope } from './erase.ts'
import { erasureOf } from './retention.service.ts'
import { enquiryScope } from './scope.ts'

interface Row extends Record<string, unknown> {
  id: string
  reference: string
  receivedAt: Instant
  isEmpty: boolean
}

/** Locks an enquiry. @throws AppError request.not-found */
async function lockEnquiry(tx: Tx, schoolId: string, id: string): Promise<Row> {
  const { rows } = await tx.execute<Row>(sql`
    select id, reference, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt",
      answers = '{}'::jsonb as "isEmpty"
    from submissions where school_id = ${schoolId} and id = ${id} and purpose = 'enquiry' for update`)
  if (!rows[0]) throw new AppError('request.not-found')
  return rows[0]
}

/** Counts what erasing an enquiry would delete. @throws AppError request.not-found */
export async function rehearseEnquiry(tx: Tx, schoolId: string, id: string): Promise<ErasedCounts> {
  const { reference } = await lockEnquiry(tx, schoolId, id)
  return countOf(tx, await enquiryScope(tx, { schoolId, id, reference }))
}

/**
 * Erases an enquiry if allowed now; an erased one is unchanged. Checked under its lock, so that of two at once one erases.
 * @returns whether it was erased now
 * @throws AppError request.not-found, request.invalid, student.erase-early
 */
export async function eraseEnquiryJudged(
  tx: Tx,
  by: Eraser,
  id: string,
  { cause, reference }: { cause: ErasureCause; reference: string | undefined },
): Promise<boolean> {
  const { schoolId, timeZone } = by.mail.school
  const enquiry = await lockEnquiry(tx, schoolId, id)
  if (reference !== undefined && reference !== enquiry.reference)
    throw new AppError('request.invalid', { field: 'reference' })
  if (await erasureOf(tx, schoolId, id)) return false
  // It was erased with the file of the child it was about.
  if (enquiry.isEmpty) throw new AppError('request.not-found')
  if (cause === 'time-over' && !(await isEnquiryDue(tx, { schoolId, timeZone, nowMs: by.nowMs }, id)))
    throw new AppError('student.erase-early')
  const scope = await enquiryScope(tx, { schoolId, id, reference: enquiry.reference })
  await eraseScope(tx, by, scope, { about: 'enquiry', cause, since: enquiry.receivedAt })
  await recordAuditEvent(tx, by.mail, 'enquiry-erased', { about: id, by: by.userId, facts: { cause } })
  return true
}

/** How an enquiry is erased once more: the cause was judged the first time. */
export const erasedBefore = { cause: 'family-asked', reference: undefined } as const

/** Lists enquiries that were erased before the database was restored, and were sent again by the device they came from. */
export async function readReturned(tx: Tx, schoolId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from audit_events a join submissions s on s.school_id = a.school_id and s.id::text = a.record_id
    where a.school_id = ${schoolId} and a.what = 'enquiry-erased' and s.purpose = 'enquiry' and s.answers <> '{}'::jsonb`)
  return rows.map(({ id }) => id)
}
