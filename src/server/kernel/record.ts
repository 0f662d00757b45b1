import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AuditGroup, AuditKind } from '#shared/audit/account-acts.rules.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'

/** Audit-log search as passed to each history. */
export interface RecordQuery {
  readonly schoolId: string
  readonly group: AuditGroup | undefined
  readonly by: UserId | undefined
  readonly about: { kind: AuditKind; id: string } | undefined
  /** School days, both included. */
  readonly from: Day | undefined
  readonly to: Day | undefined
  readonly timeZone: string
  /** Last entry of the previous page: only older ones follow. */
  readonly after: { at: Instant; id: string } | undefined
  readonly limit: number
}

/** Entry of any history, as the audit log shows it. */
export interface RecordEntry {
  readonly id: string
  readonly at: Instant
  readonly what: string
  readonly by: UserId | null
  readonly deviceId: DeviceId | null
  readonly about: { kind: AuditKind; id: string } | null
  readonly facts: Record<string, string | number | boolean | null>
}

interface Columns {
  readonly schoolId: PgColumn
  readonly at: PgColumn
  readonly id: PgColumn
  readonly by: PgColumn
}

/** Returns the condition common to every history: school, time, person and start of the page. */
export const withinRecord = ({ schoolId, at, id, by }: Columns, asked: RecordQuery): SQL | undefined =>
  and(
    eq(schoolId, asked.schoolId),
    asked.by && eq(by, asked.by),
    asked.from === undefined
      ? undefined
      : sql`${at} >= (${asked.from}::date::timestamp at time zone ${asked.timeZone}::text)`,
    asked.to === undefined
      ? undefined
      : sql`${at} < ((${asked.to}::date + 1)::timestamp at time zone ${asked.timeZone}::text)`,
    asked.after && sql`(${at}, ${id}) < (${asked.after.at}::timestamptz, ${asked.after.id}::uuid)`,
  )

export const newestFirst = ({ at, id }: Columns): SQL[] => [desc(at), desc(id)]
