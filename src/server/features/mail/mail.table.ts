import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { MailTemplate } from './mail-templates.ts'

/** Parameters of a template. Stored as data and rendered when the email is sent. */
export type StoredParams = Readonly<Record<string, string>>

/** Reason an email failed. */
export type MailFailure = 'refused' | 'unreachable' | 'uncertain'

/** Emails that are waiting, sent or failed. A row is written in the transaction of its cause: both or neither. */
export const mails = pgTable(
  'mails',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    recipient: text('recipient').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** Student whose file it belongs to; null where it is about none, or about several. */
    studentId: uuid('student_id'),
    template: text('template').$type<MailTemplate>().notNull(),
    params: jsonb('params').$type<StoredParams>().notNull(),
    /** Base of its links: the school's own address. */
    origin: text('origin').notNull(),
    state: text('state').$type<'queued' | 'sent' | 'failed'>().notNull(),
    /** Reason of failure: rejected by its server, unreachable in all tries, or it may have left before the server was restored. */
    failure: text('failure').$type<MailFailure>(),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next try; during sending, when another server may take over. */
    nextAt: instant('next_at').notNull(),
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('mails_next_idx').on(t.schoolId, t.state, t.nextAt),
    index('mails_student_idx').on(t.schoolId, t.studentId).where(sql`${t.studentId} is not null`),
    index('mails_made_idx').on(t.schoolId, t.createdAt, t.id),
    tenantPolicy('mails'),
  ],
)
