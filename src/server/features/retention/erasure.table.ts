import { sql } from 'drizzle-orm'
import { date, index, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import {
  appTenant,
  currentSchool,
  erasableIds,
  instant,
  onlyOf,
  schoolId,
  tenantPolicy,
} from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type ErasedCounts, type ErasureCause, erasureCauses } from '#shared/retention/retention.rules.ts'

/** Retention holds: files kept beyond their day, until another day or until staff end it. */
export const erasureHolds = pgTable(
  'erasure_holds',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    reason: text('reason').notNull(),
    /** Last day of the hold; null until staff end it. */
    untilDay: date('until_day'),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.studentId] }), tenantPolicy('erasure_holds')],
)

/** Subject of an erasure: a child's file, or an enquiry without an application. */
const subjects = ['file', 'enquiry'] as const

/**
 * Erasures of closed files and of enquiries without an application: when, by whom and how much of what, and nothing about the
 * person. Written first in the erasing transaction, which has to name the file (`permitErasure`).
 */
export const studentErasures = pgTable(
  'student_erasures',
  {
    schoolId: schoolId(),
    about: text('about').$type<(typeof subjects)[number]>().notNull().default('file'),
    /** Student id; for an enquiry its own id, which no student has. */
    studentId: uuid('student_id').notNull(),
    /** Erasing transaction. */
    xact: text('xact').notNull(),
    /** Records erased with the file that do not name it: applications, enquiries, requests for consent. */
    records: uuid('records').array().notNull(),
    cause: text('cause').$type<ErasureCause>().notNull(),
    /** Day the file was closed or the enquiry arrived, by the school's calendar. */
    closedOn: date('closed_on').notNull(),
    counts: jsonb('counts').$type<ErasedCounts>().notNull(),
    /** School's own day. */
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
      withCheck: sql`school_id = ${currentSchool} and student_id = any(${erasableIds})`,
    }),
  ],
)
