import { sql } from 'drizzle-orm'
import type { LinkedRequest } from '#server/features/consents/consent-link.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { FaceForgotten } from '#shared/faces/face-report.contract.ts'
import { listForgotten } from './charges/report.service.ts'

/** Pupil and time of a deleted face. */
export type Deletion = Pick<FaceForgotten, 'customerId' | 'at'>

/**
 * Returns the guardian whose refusal was the last answer when a face was deleted; undefined where that was a yes. Reads the
 * tables of `consent` by name, since a feature must not import another's tables.
 */
export async function withdrawnBy(tx: Tx, schoolId: string, { customerId, at }: Deletion) {
  // As `consentHolds` counts: any guardian's no, and only a signer's yes.
  const { rows } = await tx.execute<{ requestId: string; guardian: string; agrees: boolean }>(sql`
    select q.id as "requestId", q.guardian, d.agrees
    from consent_requests q
    join consent_acts a on a.school_id = ${schoolId} and a.request_id = q.id and a.counts
      and a.received_at <= ${at}::timestamptz
    join consent_decisions d on d.school_id = ${schoolId} and d.act_id = a.id and d.purpose = ${facesPurpose}
    where q.school_id = ${schoolId} and q.customer_id = ${customerId} and (q.may_sign or not d.agrees)
    order by a.decided_at desc, a.received_at desc, a.id desc limit 1`)
  return rows.find(({ agrees }) => !agrees)
}

/**
 * Returns the last deletion of the pupil's face caused by this guardian's own decision: other causes are not revealed to them.
 */
export async function deletionCauseOf(
  tx: Tx,
  schoolId: string,
  asked: LinkedRequest,
): Promise<FaceForgotten | undefined> {
  const { id, customerId, maySign, purposes } = asked
  if (!customerId || !maySign || !purposes.includes(facesPurpose)) return undefined
  for (const deletion of await listForgotten(tx, schoolId, customerId)) {
    if (deletion.reason !== 'withdrawn') continue
    if ((await withdrawnBy(tx, schoolId, deletion))?.requestId === id) return deletion
  }
  return undefined
}
