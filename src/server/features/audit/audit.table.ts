import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, schoolId } from '#server/kernel/columns.ts'
import type { AuditGroup, AuditKind } from '#shared/audit/account-acts.rules.ts'
import type { AuditAct } from '#shared/audit/audit.rules.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'

/** Audit log: who did what to which record, and when. Append-only: no query that serves a school can change or delete a row. */
export const auditEvents = pgTable(
  'audit_events',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    what: text('what').$type<AuditAct>().notNull(),
    /** Group of the event as it was when written. */
    group: text('act_group').$type<AuditGroup>().notNull(),
    /** Null where no user was identified: a refused sign-in. */
    byUser: uuid('by_user').$type<UserId>(),
    deviceId: uuid('device_id').$type<DeviceId>(),
    kind: text('kind').$type<AuditKind>().notNull(),
    /** Id or slug. Null for an account that does not exist. */
    recordId: text('record_id'),
    /** Codes and counts that the event may keep, and nothing else. */
    facts: jsonb('facts').$type<Record<string, string | number | boolean>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('audit_events_at_idx').on(t.schoolId, t.at, t.id),
    index('audit_events_group_idx').on(t.schoolId, t.group, t.at, t.id),
    index('audit_events_by_idx').on(t.schoolId, t.byUser, t.at, t.id),
    index('audit_events_record_idx').on(t.schoolId, t.kind, t.recordId, t.at).where(sql`record_id is not null`),
    ...appendOnlyPolicies('audit_events'),
  ],
)
