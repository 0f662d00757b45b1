import { foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { WorkStatus } from '#shared/forms/work-application.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { submissions } from '../form.table.ts'

/** How an application for work stands; no row before anybody has said so. */
export const workApplications = pgTable(
  'work_applications',
  {
    schoolId: schoolId(),
    submissionId: uuid('submission_id').notNull(),
    status: text('status').$type<WorkStatus>().notNull(),
    revision: integer('revision').notNull(),
    changedBy: uuid('changed_by').$type<UserId>().notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.submissionId] }),
    foreignKey({ columns: [t.schoolId, t.submissionId], foreignColumns: [submissions.schoolId, submissions.id] }),
    tenantPolicy('work_applications'),
  ],
)
