import { date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import { appendOnlyPolicies, erasePolicy, instant, onlyOf, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Formality, formalities } from '#shared/students/formality.rules.ts'

/**
 * That the contract was signed, or the child registered with the regulator, as staff wrote it down: of each kind the last row
 * counts. It belongs to one offer, so that nothing of it carries over to another.
 */
export const studentFormalities = pgTable(
  'student_formalities',
  {
    schoolId: schoolId(),
    /** The command's id. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    offerId: uuid('offer_id').notNull(),
    formality: text('formality').$type<Formality>().notNull(),
    /** The day on which it was done; null takes back what was written down before. */
    doneOn: date('done_on'),
    /** The regulator's number, or the contract's. */
    number: text('number'),
    /** The student's revision that it made. */
    revision: integer('revision').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_formalities_student_idx').on(t.schoolId, t.studentId, t.revision),
    onlyOf('student_formalities_check', t.formality, formalities),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    ...appendOnlyPolicies('student_formalities'),
    erasePolicy('student_formalities'),
  ],
)
