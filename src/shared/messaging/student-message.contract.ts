import { z } from 'zod'
import { messageEvents } from '#shared/admissions/family-message.rules.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Instant, Language, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import { BothLines, LetterTemplate, type Piece } from '#shared/letters/letter-blocks.contract.ts'
import { messageFields } from './message-fields.rules.ts'

/** Status of a message: `waiting` may be stopped; `overtaken` is superseded by a later decision, which has a message of its own. */
export const messageStates = ['waiting', 'stopped', 'sent', 'overtaken'] as const
export type MessageState = (typeof messageStates)[number]

const isMessageField = (piece: Piece) =>
  !('field' in piece) || (messageFields as readonly string[]).includes(piece.field)
const saysSomething = (line: readonly Piece[]) => line.some((piece) => 'field' in piece || piece.text.trim() !== '')
const Both = BothLines.refine(({ en, ar }) => [...en, ...ar].every(isMessageField), 'no field of a message').refine(
  ({ en, ar }) => saysSomething(en) && saysSomething(ar),
  'empty in one of the languages',
)
const Title = LetterTemplate.shape.title.refine(({ en, ar }) => en.trim() !== '' && ar.trim() !== '', 'blank')

/** The words of a message, whole in both languages: plain paragraphs with fields between the words. */
export const MessageText = z.strictObject({
  /** The subject of the mail. No fields: it is often seen by others. */
  title: Title,
  paragraphs: z
    .array(
      z.strictObject({
        words: Both,
        /** Left out where one of its fields has nothing to say; else the whole message waits for it. */
        isOptional: z.boolean(),
      }),
    )
    .min(1)
    .max(20),
})
export type MessageText = z.infer<typeof MessageText>

/** Why a message that is due has not left: staff have to do something. */
export const MessageFinding = z.discriminatedUnion('kind', [
  /** The file names nobody who may sign and has an address. */
  z.object({ kind: z.literal('no-address') }),
  /** The family holds an offer for this child, and this would say otherwise. */
  z.object({ kind: z.literal('holds-offer') }),
  /** A field of its text has nothing to say. */
  z.object({ kind: z.literal('missing'), field: z.enum(Object.keys(letterFields) as [LetterField]) }),
])
export type MessageFinding = z.infer<typeof MessageFinding>

/** One message to a family about one child: what it is about, to whom, and what became of it. */
export const StudentMessage = z.object({
  id: Uuid,
  studentId: Uuid,
  event: z.enum(messageEvents),
  state: z.enum(messageStates),
  madeAt: Instant,
  dueAt: Instant,
  recipients: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      language: Language,
      /** Of the mail, once it was written: it waits to leave, has left, or was given up. */
      delivery: z.enum(['queued', 'sent', 'failed']).nullable(),
      /** Why it was given up; null of what was not, and of what was before that was kept. */
      failure: z.enum(['refused', 'unreachable', 'uncertain']).nullable(),
    }),
  ),
  finding: MessageFinding.nullable(),
  /** Which version of its text it is written by; 0 is ours. Null of what was planned before versions were kept with it. */
  textVersion: z.int().nullable(),
  settledAt: Instant.nullable(),
  settledBy: z.object({ userId: UserId, name: Bilingual }).nullable(),
  reason: z.string().nullable(),
})
export type StudentMessage = z.infer<typeof StudentMessage>

/** Everything that the family of a student was told or is to be told, newest first. @throws AppError access.denied */
export const studentMessages = endpoint({
  method: 'post',
  path: '/student/messages',
  audience: 'session',
  query: ['student_id'],
  body: z.object({ student_id: Uuid }),
  reply: z.object({ messages: z.array(StudentMessage), now: Instant }),
})

/**
 * Stops a message that waits, or sends it now, also one that was stopped. The same command again is answered as it stands.
 * Asked to send, and the answer still waits: its finding says why.
 * @throws AppError access.denied, request.not-found, message.over
 */
export const decideMessage = endpoint({
  method: 'post',
  path: '/student/message_decide',
  audience: 'session',
  body: z.object({
    messageId: Uuid,
    commandId: OpId,
    deed: z.enum(['stop', 'send']),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: z.object({ message: StudentMessage }),
})
