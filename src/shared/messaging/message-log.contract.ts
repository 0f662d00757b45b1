import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { DayInput, Instant, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { StudentRow } from '#shared/students/student-row.contract.ts'
import { MessageFinding, messageStates, StudentMessage } from './student-message.contract.ts'

/** Where something that was written stands; `failed`: its mail was given up. */
export const logStates = [...messageStates, 'failed'] as const
export const logKinds = ['decision', 'many', 'mail'] as const

/** Something that was written to a family, or waits to be. Never with what it said, and never with a link. */
export const LogEntry = z.object({
  id: Uuid,
  /** Of a decision, one guardian's part in a message to many, or a mail of another kind. */
  kind: z.enum(logKinds),
  at: Instant,
  /** The event of a decision, else the kind of mail. */
  what: z.string(),
  state: z.enum(logStates),
  /** When it leaves by itself; null of what needs no time. */
  dueAt: Instant.nullable(),
  students: z.array(
    StudentRow.pick({ student_id: true, registration_id: true, student_name: true, student_name_ar: true }),
  ),
  /** What a mail that belongs to no file calls the child, as long as it is kept. */
  subject: z.string().nullable(),
  /** With masked addresses for whom they are none of their business. */
  recipients: StudentMessage.shape.recipients,
  /** `no-consent`: they did not agree to news, or not any more. */
  finding: z.union([MessageFinding, z.object({ kind: z.literal('no-consent') })]).nullable(),
  textVersion: StudentMessage.shape.textVersion,
  settledAt: Instant.nullable(),
  settledBy: StudentMessage.shape.settledBy,
  reason: z.string().nullable(),
})
export type LogEntry = z.infer<typeof LogEntry>

export const LogFilter = z.object({
  kind: z.enum(logKinds).optional(),
  what: z.string().max(40).optional(),
  state: z.enum(logStates).optional(),
  /** Days of the school, both included. */
  from: DayInput.optional(),
  to: DayInput.optional(),
  /** A child's name, a reference, or a part of an address. */
  text: z.string().trim().min(1).max(100).optional(),
})
export type LogFilter = z.infer<typeof LogFilter>

/** What went to whom, and what waits to, the newest first. @throws AppError access.denied, request.invalid */
export const messageLog = endpoint({
  method: 'post',
  path: '/messages/log',
  audience: 'session',
  body: z.object({
    filter: LogFilter.default({}),
    after: z.string().max(80).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({ entries: z.array(LogEntry), next: z.string().nullable(), now: Instant }),
})

/** With addresses as the log shows them to the person who asks. */
export const messageLogExport = listExport('/messages/log_export', 'messages', LogFilter.default({}), { stepUp: true })
