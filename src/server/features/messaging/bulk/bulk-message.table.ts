import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'

/** One bulk message. */
export const bulkMessages = pgTable(
  'many_messages',
  {
    schoolId: schoolId(),
    /** Id of the command that created it. */
    id: uuid('id').notNull(),
    words: jsonb('words').$type<MessageText>().notNull(),
    /** True if it is about their child; otherwise only for guardians who consented to news. */
    isNecessary: boolean('is_necessary').notNull(),
    state: text('state').$type<'running' | 'stopped' | 'done' | 'withdrawn'>().notNull(),
    total: integer('total').notNull(),
    /** School's own address, as used in the emails. */
    origin: text('origin').notNull(),
    startedAt: instant('started_at').notNull(),
    startedBy: uuid('started_by').$type<UserId>().notNull(),
    leavesAt: instant('leaves_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('many_messages_started_idx').on(t.schoolId, t.startedAt),
    index('many_messages_running_idx').on(t.schoolId).where(sql`state = 'running'`),
    onlyOf('many_messages_state_check', t.state, ['running', 'stopped', 'done', 'withdrawn']),
    tenantPolicy('many_messages'),
  ],
)

/** Recipients of a bulk message: each guardian once, by address. */
export const bulkRecipients = pgTable(
  'many_recipients',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** Normalised address, for comparing. */
    emailKey: text('email_key').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    language: text('language').$type<Language>().notNull(),
    studentIds: uuid('student_ids').array().notNull(),
    madeAt: instant('made_at').notNull(),
    mailId: uuid('mail_id'),
    /** Reason no email was written, once tried. */
    leftOut: text('left_out').$type<'no-consent' | 'missing'>(),
    field: text('field').$type<LetterField>(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('many_recipients_address_key').on(t.schoolId, t.messageId, t.emailKey),
    index('many_recipients_open_idx').on(t.schoolId, t.messageId, t.id).where(sql`settled_at is null`),
    index('many_recipients_made_idx').on(t.schoolId, t.madeAt, t.id),
    foreignKey({ columns: [t.schoolId, t.messageId], foreignColumns: [bulkMessages.schoolId, bulkMessages.id] }),
    tenantPolicy('many_recipients'),
  ],
)
