import { date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import { appendOnlyPolicies, erasePolicy, instant, onlyOf, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Formality, formalities } from '#shared/students/formality.rules.ts'

/**
 * Formalities recorded by staff, contract or registration with the regulator: of each kind the last row counts. Each belongs to
 * one offer, so that nothing carries over to another.
 */
export const studentFormalities = pgTable(
  'student_formalities',
  {
    schoolId: schoolId(),
    /** Id of the command. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    offerId: uuid('offer_id').notNull(),
    formality: text('formality').$type<Formality>().notNull(),
    /** Day it was done; null undoes the earlier record. */
    doneOn: date('done_on'),
    /** Number given by the regulator, or of the contract. */
    number: text('number'),
    /** Student's revision created by it. */
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
