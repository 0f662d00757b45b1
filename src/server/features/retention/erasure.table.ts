import { sql } from 'drizzle-orm'
import { date, index, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appTenant, currentSchool, instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type ErasedCounts, type ErasureCause, erasureCauses } from '#shared/retention/retention.rules.ts'

/** Files that are kept beyond their day, until another or until somebody says so. */
export const erasureHolds = pgTable(
  'erasure_holds',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    reason: text('reason').notNull(),
    /** The last day of it; null until somebody ends it. */
    untilDay: date('until_day'),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.studentId] }), tenantPolicy('erasure_holds')],
)

/** What an erasure is about: a child's file, or a form of a family that has only asked. */
const subjects = ['file', 'enquiry'] as const

/**
 * That a closed file was erased, or an enquiry of which nothing came: when, by whom and how much of what, and nothing of whom it was
 * about. Written first in the transaction that erases, and the key to it: `erasePolicy` lets what is written once go for as long as
 * that transaction runs. So the database asks here whether it may: the file is closed, was not erased before, and nobody holds it;
 * and what is called an enquiry is one.
 */
export const studentErasures = pgTable(
  'student_erasures',
  {
    schoolId: schoolId(),
    about: text('about').$type<(typeof subjects)[number]>().notNull().default('file'),
    /** The student; of an enquiry its own id, which no student has. */
    studentId: uuid('student_id').notNull(),
    /** The transaction that erases. */
    xact: text('xact').notNull(),
    /** What goes with the file and does not name it: applications, enquiries, requests for consent. */
    records: uuid('records').array().notNull(),
    cause: text('cause').$type<ErasureCause>().notNull(),
    /** On which day the file was closed or the enquiry came, by the school's calendar. */
    closedOn: date('closed_on').notNull(),
    counts: jsonb('counts').$type<ErasedCounts>().notNull(),
    /** The school's own day. */
    day: date('day').notNull(),
    at: instant('at').notNull(),
    /** Null for the clock. */
    byUser: uuid('by_user').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId] }),
    index('student_erasures_at_idx').on(t.schoolId, t.at),
    index('student_erasures_xact_idx').on(t.schoolId, t.xact),
    onlyOf('student_erasures_cause_check', t.cause, erasureCauses),
    onlyOf('student_erasures_about_check', t.about, subjects),
    pgPolicy('student_erasures_tenant_read', {
      for: 'select',
      to: appTenant,
      using: sql`school_id = ${currentSchool}`,
    }),
    pgPolicy('student_erasures_tenant_add', {
      for: 'insert',
      to: appTenant,
      withCheck: sql`school_id = ${currentSchool} and xact = pg_current_xact_id()::text and case about when 'file' then exists (select 1 from students s where s.school_id = student_erasures.school_id and s.id = student_erasures.student_id and s.status = 'rejected' and s.erased_at is null) and not exists (select 1 from erasure_holds h where h.school_id = student_erasures.school_id and h.student_id = student_erasures.student_id and (h.until_day is null or h.until_day >= student_erasures.day)) else exists (select 1 from submissions f where f.school_id = student_erasures.school_id and f.id = student_erasures.student_id and f.purpose = 'enquiry') end`,
    }),
  ],
)
