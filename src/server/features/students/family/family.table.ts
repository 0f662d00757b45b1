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
    /** What this address may see of the child; null for everything (`familyRights`). */
    rights: text('rights').array(),
    /** Account of the guardian who invited this one; null where the school gave the access. */
    invitedBy: uuid('invited_by').$type<UserId>(),
    /** Name under which the guardian was invited. */
    name: text('name'),
    /** Who ended it: `transition`, `staff` or `family`; null in rows of earlier releases, and while it lasts. */
    endedWhy: text('ended_why').$type<'transition' | 'staff' | 'family'>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId, t.email] }),
    index('family_children_email_idx').on(t.schoolId, t.email),
    tenantPolicy('family_children'),
  ],
)
