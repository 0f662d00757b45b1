import { sql } from 'drizzle-orm'
import { pgPolicy, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { appDirectory, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { WorkKind } from '#server/kernel/due-work.ts'

/**
 * When background work looks at a school next: no content, so that one query finds the schools that are due. The row of kind
 * `changes` says until when a school counts as one in which something changes; such a school is due in every round.
 */
export const dueWork = pgTable(
  'due_work',
  {
    schoolId: schoolId(),
    kind: text('kind').$type<WorkKind | 'changes'>().notNull(),
    dueAt: instant('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.kind] }),
    tenantPolicy('due_work'),
    pgPolicy('due_work_directory', { for: 'select', to: appDirectory, using: sql`true` }),
  ],
)
