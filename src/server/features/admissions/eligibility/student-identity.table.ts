import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { students } from '#server/features/students/student.table.ts'
import { appendOnlyPolicies, erasePolicy, instant, onlyOf, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import {
  type IdentityDocument,
  type IdentitySubject,
  identityDocuments,
  identitySubjects,
} from '#shared/students/identity-check.rules.ts'

/** Identity checks by staff: for the child and each signer the last row counts. */
export const studentIdentityChecks = pgTable(
  'student_identity_checks',
  {
    schoolId: schoolId(),
    /** Id of the command. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    subject: text('subject').$type<IdentitySubject>().notNull(),
    /** Document used; null undoes the earlier record. */
    paper: text('paper').$type<IdentityDocument>(),
    /** Last characters of its number, four at most: the number itself is not stored. */
    numberEnd: text('number_end').notNull(),
    /** Student's revision created by it. */
    revision: integer('revision').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('student_identity_checks_student_idx').on(t.schoolId, t.studentId, t.revision),
    onlyOf('student_identity_checks_subject_check', t.subject, identitySubjects),
    onlyOf('student_identity_checks_paper_check', t.paper, identityDocuments),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    ...appendOnlyPolicies('student_identity_checks'),
    erasePolicy('student_identity_checks'),
  ],
)
