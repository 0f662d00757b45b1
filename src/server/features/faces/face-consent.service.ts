import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { FaceConsent } from '#shared/faces/face-pupils.contract.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { consentHolds, type GuardianAnswer } from './face-consent.rules.ts'

/** Consent of a pupil: the guardians' answers, open requests, and the pupil's objection. */
export interface Standing {
  readonly answers: readonly GuardianAnswer[]
  readonly isAsked: boolean
  readonly objects: boolean
}

const nothing: Standing = { answers: [], isAsked: false, objects: false }

/**
 * Returns the consents of pupils at a moment: the whole school's, or the given ones. Reads the tables of `consent` by name, since
 * a feature must not import another's tables.
 */
export async function faceConsents(
  tx: Tx,
  schoolId: string,
  atMs: number,
  ids?: Iterable<string>,
): Promise<(customerId: CustomerId) => Standing> {
  const isNamed = ids === undefined ? sql`customer_id is not null` : sql`customer_id = any(${uuidList(ids)})`
  const at = toInstant(atMs)
  // Two objections of a pupil within a moment are dated in sequence, slightly ahead.
  const { rows } = await tx.execute<{ id: CustomerId; answers: GuardianAnswer[] | null; objects: boolean | null }>(sql`
    with asked as (
      select customer_id, id, may_sign from consent_requests
      where school_id = ${schoolId} and ${isNamed} and ${facesPurpose} = any(purposes)
    ), answered as (
      select q.customer_id, jsonb_agg(jsonb_build_object('agrees', d.agrees, 'version', d.version, 'maySign', q.may_sign)
        order by a.decided_at, a.received_at, a.id) as answers
      from asked q
      join consent_acts a on a.school_id = ${schoolId} and a.request_id = q.id and a.counts
        and a.decided_at <= ${at}::timestamptz
      join consent_decisions d on d.school_id = ${schoolId} and d.act_id = a.id and d.purpose = ${facesPurpose}
      group by q.customer_id
    ), said as (
      select distinct on (customer_id) customer_id, objects from face_objections
      where school_id = ${schoolId} and ${isNamed} and at <= ${at}::timestamptz + interval '10 milliseconds' order by customer_id, at desc, id desc
    )
    select coalesce(q.customer_id, s.customer_id) as id, w.answers, s.objects
    from (select distinct customer_id from asked) q
    left join answered w on w.customer_id = q.customer_id
    full join said s on s.customer_id = q.customer_id`)
  const found = new Map(
    rows.map(({ id, answers, objects }) => [
      id,
      { answers: answers ?? [], isAsked: true, objects: objects === true } satisfies Standing,
    ]),
  )
  return (customerId) => found.get(customerId) ?? nothing
}

/** Returns whether a face is allowed; the pupil's objection overrides any consent. */
export const isAllowed = ({ answers, objects }: Standing, acceptedWording: number): boolean =>
  !objects && consentHolds(answers, acceptedWording)

/** Returns the consent status as one value, for staff. */
export function consentState(standing: Standing, acceptedWording: number): FaceConsent {
  if (standing.objects) return 'pupil-said-no'
  if (isAllowed(standing, acceptedWording)) return 'agreed'
  if (standing.answers.at(-1)?.agrees === false) return 'refused'
  return standing.isAsked ? 'waiting' : 'not-asked'
}

/**
 * Locks a pupil until the transaction ends: a withdrawal of consent concurrent with an enrolment must see it, or be seen by it.
 * Taken after any row lock and before versions.
 */
export async function lockPupil(tx: Tx, schoolId: string, customerId: string): Promise<void> {
  await holdRotation(tx, schoolId)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`face of ${schoolId} ${customerId}`}, 0))`)
}

/** Prevents a change of rotation until the transaction ends, while faces are read or written by the current one. */
export async function holdRotation(tx: Tx, schoolId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`rotation of ${schoolId}`}, 0))`)
}

/** Waits for all holders of the rotation, and blocks new ones. Taken before anything they may wait for. */
export async function lockRotation(tx: Tx, schoolId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`rotation of ${schoolId}`}, 0))`)
}
