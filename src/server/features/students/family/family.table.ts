import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/**
 * By which addresses a child of the school is seen at home: an account of that address, whose owner has shown that it is theirs, sees
 * what the school writes there anyway. So it does not matter whether the account or the place came first.
 */
export const familyChildren = pgTable(
  'family_children',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    /** In small letters. */
    email: text('email').notNull(),
    givenAt: instant('given_at').notNull(),
    /** Of the staff; null where the step did it by itself. */
    givenBy: uuid('given_by').$type<UserId>(),
    /** An account that works for the school got the role of a family by it, and loses it with the last child. */
    gaveRole: boolean('gave_role').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId, t.email] }),
    index('family_children_email_idx').on(t.schoolId, t.email),
    tenantPolicy('family_children'),
  ],
)
