import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** By which rules a school offers seats. Part of what it sets may be missing in rows from before there was such a part. */
export const admissionRules = pgTable(
  'admission_rules',
  {
    schoolId: schoolId(),
    rules: jsonb('rules').$type<Partial<AdmissionRules>>().notNull(),
    revision: integer('revision').notNull(),
    changedBy: uuid('changed_by').$type<UserId>().notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId] }), tenantPolicy('admission_rules')],
)
