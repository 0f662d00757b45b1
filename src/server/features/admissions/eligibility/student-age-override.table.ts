import { date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import { appendOnlyPolicies, erasePolicy, instant, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Age overrides, with reason; each valid for one birth date, grade and year. */
export const studentAgeOverrides = pgTable(
  'student_age_overrides',
  {
    schoolId: schoolId(),
    /** Id of the command. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    birthDate: date('birth_date').notNull(),
    grade: text('grade').notNull(),
    entryYear: integer('entry_year').notNull(),
    reason: text('reason').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_age_overrides_student_idx').on(t.schoolId, t.studentId),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    ...appendOnlyPolicies('student_age_overrides'),
    erasePolicy('student_age_overrides'),
  ],
)
