import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { MailTemplate } from './mail-templates.ts'

/** What a template's words are filled with. Kept as data and written out when the mail leaves. */
export type StoredParams = Readonly<Record<string, string>>

/** Why a mail was given up. */
export type MailFailure = 'refused' | 'unreachable'

/** Mails that wait, have left, or were given up. A row is written in the transaction that causes it: both or neither. */
export const mails = pgTable(
  'mails',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    recipient: text('recipient').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** Whose file it belongs to; null where it is about nobody's, or about several. */
    studentId: uuid('student_id'),
    template: text('template').$type<MailTemplate>().notNull(),
    params: jsonb('params').$type<StoredParams>().notNull(),
    /** What its links begin with: the school's own address. */
    origin: text('origin').notNull(),
    state: text('state').$type<'queued' | 'sent' | 'failed'>().notNull(),
    /** Why it was given up: its server wants none of it, or nobody took it over in all its tries. */
    failure: text('failure').$type<MailFailure>(),
    attempts: integer('attempts').notNull().default(0),
    /** When it may be tried (again); while a server is sending it, when another one may take it over. */
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
