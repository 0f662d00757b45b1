import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import { appendOnlyPolicies, erasePolicy, instant, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** A form that is done without for one student before the place is accepted, or is asked for after all, and why: each a row that stays. */
export const studentFormWaivers = pgTable(
  'student_form_waivers',
  {
    schoolId: schoolId(),
    /** The command's id. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    slug: text('slug').notNull(),
    /** The row that this one takes back; null for one that does without. */
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
