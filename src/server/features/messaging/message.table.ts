import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { MessageEvent } from '#shared/admissions/family-message.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { MessageFinding, MessageState, MessageText } from '#shared/messaging/student-message.contract.ts'

/** To whom a message goes: as the application names them, or the offer. */
export interface StoredRecipient {
  name: string
  email: string
  language: Language
  /** The mail, once it was written. */
  mailId: string | null
}

/** What a family is to be told about one child: one row at most for each decision, the line of the history that it tells. */
export const studentMessages = pgTable(
  'student_messages',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    event: text('event').$type<MessageEvent>().notNull(),
    changeId: uuid('change_id').notNull(),
    recipients: jsonb('recipients').$type<StoredRecipient[]>().notNull(),
    /** The school's own address when it was decided, for a server that is told none. */
    origin: text('origin').notNull(),
    madeAt: instant('made_at').notNull(),
    dueAt: instant('due_at').notNull(),
    state: text('state').$type<MessageState>().notNull(),
    finding: jsonb('finding').$type<MessageFinding>(),
    /** By which words it is written: those in force when it was planned. */
    textVersion: integer('text_version'),
    settledAt: instant('settled_at'),
    /** Null for the clock, and for what was overtaken. */
    settledBy: uuid('settled_by').$type<UserId>(),
    reason: text('reason'),
    /** The command by which staff stopped or sent it. */
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

/** A school's own words for an event: every version stays, for what was written by it. */
export const messageTexts = pgTable(
  'message_texts',
  {
    schoolId: schoolId(),
    event: text('event').$type<MessageEvent>().notNull(),
    /** From 1; 0 is ours. */
    version: integer('version').notNull(),
    text: jsonb('text').$type<MessageText>().notNull(),
    setAt: instant('set_at').notNull(),
    setBy: uuid('set_by').$type<UserId>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.event, t.version] }), ...appendOnlyPolicies('message_texts')],
)
