import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Admission rules of a school. Rows older than a part of them lack that part. */
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
