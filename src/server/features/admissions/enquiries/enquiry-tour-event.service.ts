import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { BookingState } from '#shared/admissions/appointment.rules.ts'
import { statusAfter } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { lockEnquiry, recordEnquiryEvent } from './enquiry-state.service.ts'

interface Tour {
  /** Of the enquiry. */
  id: string
  slotId: string
  state: Exclude<BookingState, 'moved'>
  /** Null for a family by its link. */
  by: UserId | null
}

/** Records what became of a tour of an enquiry: a booked one is contact, a held one a visit. */
export async function recordTour(tx: Tx, { school, deps }: MailCtx, { id, slotId, state, by }: Tour): Promise<void> {
  const { schoolId } = school
  const nowMs = deps.clock.nowMs()
  const enquiry = await lockEnquiry(tx, schoolId, id)
  const eventId = uuidv7(nowMs, deps.random)
  const event = {
    id: eventId,
    askedHash: sha256Hex(eventId),
    kind: 'tour' as const,
    facts: { subjectId: slotId, tour: state },
    by,
    nowMs,
  }
  await recordEnquiryEvent(tx, schoolId, enquiry, event, tourChange(enquiry, state, nowMs))
}

/** Returns the state of an enquiry after something became of its tour. */
export function tourChange(
  enquiry: Parameters<typeof recordEnquiryEvent>[2],
  state: Tour['state'],
  nowMs: number,
): Parameters<typeof recordEnquiryEvent>[4] {
  if (state === 'cancelled' || state === 'no-show') return {}
  const firstAnsweredAt = enquiry.firstAnsweredAt ?? toInstant(nowMs)
  return { status: statusAfter(enquiry.status, state === 'held' ? 'visited' : 'contacted'), firstAnsweredAt }
}
