import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import { appendOnlyPolicies, erasePolicy, instant, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Waivers of forms before acceptance, and their withdrawals, with reason: append-only. */
export const studentFormWaivers = pgTable(
  'student_form_waivers',
  {
    schoolId: schoolId(),
    /** Id of the command. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    slug: text('slug').notNull(),
    /** Row that this one withdraws; null for a waiver. */
    ends: uuid('ends'),
    reason: text('reason').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('student_form_waivers_ends_key').on(t.schoolId, t.ends),
    index('student_form_waivers_student_idx').on(t.schoolId, t.studentId),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    ...appendOnlyPolicies('student_form_waivers'),
    erasePolicy('student_form_waivers'),
  ],
)
