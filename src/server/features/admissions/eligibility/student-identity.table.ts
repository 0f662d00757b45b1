import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import { appendOnlyPolicies, erasePolicy, instant, onlyOf, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import {
  type IdentityPaper,
  type IdentitySubject,
  identityPapers,
  identitySubjects,
} from '#shared/students/identity-check.rules.ts'

/** That staff held somebody against a paper: of the child and of whoever signs the last row counts. */
export const studentIdentityChecks = pgTable(
  'student_identity_checks',
  {
    schoolId: schoolId(),
    /** The command's id. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    subject: text('subject').$type<IdentitySubject>().notNull(),
    /** By which paper; null takes back what was written down before. */
    paper: text('paper').$type<IdentityPaper>(),
    /** What its number ends in, four at most: the number itself is not kept here. */
    numberEnd: text('number_end').notNull(),
    /** The student's revision that it made. */
    revision: integer('revision').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_identity_checks_student_idx').on(t.schoolId, t.studentId, t.revision),
    onlyOf('student_identity_checks_subject_check', t.subject, identitySubjects),
    onlyOf('student_identity_checks_paper_check', t.paper, identityPapers),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    ...appendOnlyPolicies('student_identity_checks'),
    erasePolicy('student_identity_checks'),
  ],
)
