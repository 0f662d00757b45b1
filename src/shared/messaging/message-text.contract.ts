import { z } from 'zod'
import { replyTemplates } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { messageEvents } from '#shared/admissions/family-message.rules.ts'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, Revision, UserId, Uuid } from '#shared/kernel/fields.ts'
import { Block } from '#shared/mail/mail.contract.ts'
import { messageFields } from './message-fields.rules.ts'
import { MessageText } from './student-message.contract.ts'

/** Reminders of fees: the first, the second, and the last one before anything follows. */
export const reminderTexts = ['fee-reminder-1', 'fee-reminder-2', 'fee-reminder-3'] as const

export const isReminderText = (event: TextEvent): boolean => (reminderTexts as readonly string[]).includes(event)

/** What a school has words of its own for. */
export const textEvents = [...messageEvents, ...reminderTexts, ...replyTemplates] as const
export type TextEvent = (typeof textEvents)[number]

const Event = z.enum(textEvents)

/** The words that are in force for an event. */
export const TextStatus = z.object({
  event: Event,
  words: MessageText,
  /** From 1 on of the school's own; 0 while it has none. */
  version: z.int().min(0),
  /** Whether these are the words that come with the system, also after they were gone back to. */
  isReady: z.boolean(),
  setAt: Instant.nullable(),
  setBy: z.object({ userId: UserId, name: Bilingual }).nullable(),
})
export type TextStatus = z.infer<typeof TextStatus>

/** The words of every event, as messages that are planned now are written by. @throws AppError access.denied */
export const messageTexts = endpoint({
  method: 'get',
  path: '/messages/texts',
  audience: 'session',
  body: Nothing,
  reply: z.object({ texts: z.array(TextStatus) }),
})

/**
 * Adds a version, for messages that are planned from now on; null goes back to the words that come with the system. The same again
 * adds none. @throws AppError access.denied, message.text-changed where `seen` is not the latest version any more
 */
export const saveMessageText = endpoint({
  method: 'post',
  path: '/messages/text_save',
  audience: 'session',
  body: z.object({ event: Event, seen: Revision, words: MessageText.nullable() }),
  reply: z.object({ text: TextStatus }),
})

/**
 * Words as they would stand in a mailbox, in both languages: of a sample child, or of a student. Nothing is sent.
 * @throws AppError access.denied, request.not-found
 */
export const previewMessage = endpoint({
  method: 'post',
  path: '/messages/text_preview',
  audience: 'session',
  body: z.object({ words: MessageText, studentId: Uuid.nullable() }),
  reply: z.object({
    mails: z.array(z.object({ language: Language, subject: z.string(), blocks: z.array(Block) })),
    /** Fields that have nothing to say here: such a message would wait. */
    missing: z.array(z.enum(messageFields)),
  }),
})
