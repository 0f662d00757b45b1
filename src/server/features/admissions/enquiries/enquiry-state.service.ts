import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { EnquiryEvent } from '#shared/admissions/enquiries/enquiry.contract.ts'
import type { EnquiryStatus } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type EventFacts, enquiryCases, enquiryEvents } from './enquiry.table.ts'
import { findEnquiry, type StoredEnquiry } from './enquiry-query.service.ts'

/** Locks an enquiry until the transaction ends, so that two changes follow one another. @throws AppError request.not-found */
export async function lockEnquiry(tx: Tx, schoolId: string, id: string): Promise<StoredEnquiry> {
  await tx.execute(
    sql`select 1 from submissions where school_id = ${schoolId} and id = ${id} and purpose = 'enquiry' for update`,
  )
  const found = await findEnquiry(tx, schoolId, id)
  if (!found) throw new AppError('request.not-found')
  return found
}

export interface NewEvent {
  id: string
  askedHash: string
  kind: EnquiryEvent['kind']
  facts: EventFacts
  by: UserId | null
  nowMs: number
}

export type CaseChange = Partial<
  Pick<
    typeof enquiryCases.$inferInsert,
    'status' | 'lostReason' | 'ownerId' | 'nextOn' | 'firstAnsweredAt' | 'mergedInto'
  >
>

/** Appends an event to a locked enquiry, and changes its state with it. */
export async function recordEnquiryEvent(
  tx: Tx,
  schoolId: string,
  enquiry: StoredEnquiry,
  { id, askedHash, kind, facts, by, nowMs }: NewEvent,
  change: CaseChange,
): Promise<void> {
  const at = toInstant(nowMs)
  const toStatus: EnquiryStatus | null =
    change.status !== undefined && change.status !== enquiry.status ? change.status : null
  await tx
    .insert(enquiryEvents)
    .values({ schoolId, id, askedHash, enquiryId: enquiry.id, kind, toStatus, facts, byUser: by, at })
  const { status, lostReason, ownerId, nextOn, firstAnsweredAt, mergedInto } = enquiry
  const state = { status, lostReason, ownerId, nextOn, firstAnsweredAt, mergedInto, ...change }
  const changed = { ...state, revision: enquiry.revision + 1, changedAt: at }
  await tx
    .insert(enquiryCases)
    .values({ schoolId, enquiryId: enquiry.id, ...changed })
    .onConflictDoUpdate({ target: [enquiryCases.schoolId, enquiryCases.enquiryId], set: changed })
}

/** Returns the history of an enquiry and of those merged into it, the latest first. */
export const eventsOf = (tx: Tx, schoolId: string, id: string) =>
  tx
    .select()
    .from(enquiryEvents)
    .where(
      and(
        eq(enquiryEvents.schoolId, schoolId),
        sql`(${enquiryEvents.enquiryId} = ${id}::uuid or ${enquiryEvents.enquiryId} in (
          select enquiry_id from enquiry_cases where school_id = ${schoolId} and merged_into = ${id}::uuid))`,
      ),
    )
    .orderBy(sql`${enquiryEvents.at} desc, ${enquiryEvents.id} desc`)
    .limit(300)
