import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/**
 * Access of families to a child by email address: an account with that proved address sees what the school emails there anyway.
 * So the order of account and access does not matter.
 */
export const familyChildren = pgTable(
  'family_children',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    givenAt: instant('given_at').notNull(),
    /** Staff member; null where a transition did it. */
    givenBy: uuid('given_by').$type<UserId>(),
    /** True if a staff account got the family role by it, and loses it with the last child. */
    gaveRole: boolean('gave_role').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId, t.email] }),
    index('family_children_email_idx').on(t.schoolId, t.email),
    tenantPolicy('family_children'),
  ],
)
