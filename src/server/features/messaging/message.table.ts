import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { MessageEvent } from '#shared/admissions/family-message.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { TextEvent } from '#shared/messaging/message-text.contract.ts'
import type { MessageFinding, MessageState, MessageText } from '#shared/messaging/student-message.contract.ts'

/** Recipient of a message, as named by the application or the offer. */
export interface StoredRecipient {
  name: string
  email: string
  language: Language
  /** Id of the email, once written. */
  mailId: string | null
}

/** Messages to a family about one child: one row at most for each decision in the history. */
export const studentMessages = pgTable(
  'student_messages',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    event: text('event').$type<MessageEvent>().notNull(),
    changeId: uuid('change_id').notNull(),
    recipients: jsonb('recipients').$type<StoredRecipient[]>().notNull(),
    /** School's own address at the time of the decision, for a server without it in its settings. */
    origin: text('origin').notNull(),
    madeAt: instant('made_at').notNull(),
    dueAt: instant('due_at').notNull(),
    state: text('state').$type<MessageState>().notNull(),
    finding: jsonb('finding').$type<MessageFinding>(),
    /** Version of the text: the one current when it was planned. */
    textVersion: integer('text_version'),
    settledAt: instant('settled_at'),
    /** Null for the clock, and for superseded messages. */
    settledBy: uuid('settled_by').$type<UserId>(),
    reason: text('reason'),
    /** Command by which staff stopped or sent it. */
    commandId: uuid('command_id'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('student_messages_change_key').on(t.schoolId, t.changeId),
    index('student_messages_student_idx').on(t.schoolId, t.studentId, t.madeAt),
    index('student_messages_made_idx').on(t.schoolId, t.madeAt, t.id),
    index('student_messages_due_idx').on(t.schoolId, t.id).where(sql`${t.state} = 'waiting'`),
    tenantPolicy('student_messages'),
  ],
)

/** School's own texts for events: every version stays, for the messages written with it. */
export const messageTexts = pgTable(
  'message_texts',
  {
    schoolId: schoolId(),
    event: text('event').$type<TextEvent>().notNull(),
    /** From 1; 0 is the default. */
    version: integer('version').notNull(),
    text: jsonb('text').$type<MessageText>().notNull(),
    setAt: instant('set_at').notNull(),
    setBy: uuid('set_by').$type<UserId>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.event, t.version] }), ...appendOnlyPolicies('message_texts')],
)
