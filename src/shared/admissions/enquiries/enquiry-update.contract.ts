// chunk: enquiries
import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { DayInput, Int4, Language, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { ContactChannel, EnquiryDetail, LostReason } from './enquiry.contract.ts'
import { replyTemplates } from './enquiry-status.rules.ts'

const Note = z.string().trim().max(2000)
const Next = DayInput.nullable().optional()

/** Written reply: plain paragraphs, separated by empty lines. */
const replyText = z.string().trim().min(1).max(8000)

export const EnquiryDo = z.discriminatedUnion('do', [
  z.object({ do: z.literal('assign'), owner: UserId.nullable() }),
  z.object({ do: z.literal('next'), on: DayInput.nullable() }),
  z.object({
    do: z.literal('move'),
    to: z.enum(['contacted', 'visited', 'invited', 'lost']),
    reason: LostReason.exclude(['duplicate']).nullable(),
    note: Note,
  }),
  /** A contact outside the product, as it was. */
  z.object({ do: z.literal('contact'), channel: ContactChannel, isReached: z.boolean(), note: Note, next: Next }),
  /** An email of the school; with the link to apply for one child, where `invite` names it. */
  z.object({
    do: z.literal('reply'),
    language: Language,
    subject: z.string().trim().min(1).max(200),
    text: replyText,
    invite: z.int().min(0).max(20).nullable(),
    next: Next,
  }),
  /** The link to apply, to be sent by WhatsApp: it is told once. */
  z.object({ do: z.literal('invite'), place: z.int().min(0).max(20), language: Language }),
  /** A file for each of these children, from the answers of the enquiry. */
  z.object({ do: z.literal('convert'), places: z.array(z.int().min(0).max(20)).min(1).max(20) }),
  /** The other enquiry becomes a part of this one. */
  z.object({ do: z.literal('merge'), otherId: Uuid }),
  z.object({ do: z.literal('unmerge') }),
  z.object({ do: z.literal('tour'), slotId: Uuid }),
  /** A link by which the family chooses a tour itself. */
  z.object({ do: z.literal('tour-link') }),
  z.object({ do: z.literal('tour-settle'), bookingId: Uuid, to: z.enum(['held', 'no-show', 'cancelled']) }),
])
export type EnquiryDo = z.infer<typeof EnquiryDo>

/**
 * Does one thing about an enquiry, once: the same command again is answered as it stands.
 * @throws AppError access.denied, request.not-found, request.invalid, enquiry.changed where somebody else has changed it since
 * `seen`, enquiry.not-allowed where its status does not allow it, enquiry.no-email, enquiry.merged, form.closed,
 * appointment.over, appointment.full, appointment.changed
 */
export const enquiryUpdate = endpoint({
  method: 'post',
  path: '/enquiries/update',
  audience: 'session',
  body: z.object({ commandId: OpId, id: Uuid, seen: Int4.min(0), action: EnquiryDo }),
  reply: z.object({
    enquiry: EnquiryDetail,
    /** Path of the link to apply, from its `/` on; null for everything else. */
    link: z.string().nullable(),
    studentIds: z.array(Uuid),
  }),
})

/** A template filled in for this enquiry, as text to be changed before it is sent. @throws AppError request.not-found */
export const enquiryReplyDraft = endpoint({
  method: 'post',
  path: '/enquiries/reply_draft',
  audience: 'session',
  body: z.object({ id: Uuid, replyTemplate: z.enum(replyTemplates), language: Language }),
  reply: z.object({ subject: z.string(), text: z.string() }),
})
