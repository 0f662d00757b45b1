import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AuditGroup, AuditKind } from '#shared/audit/audit.rules.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'

/** What a search of the record asks of each history that it goes through. */
export interface RecordAsked {
  readonly schoolId: string
  readonly group: AuditGroup | undefined
  readonly by: UserId | undefined
  readonly about: { kind: AuditKind; id: string } | undefined
  /** Days of the school, both included. */
  readonly from: Day | undefined
  readonly to: Day | undefined
  readonly timeZone: string
  /** The last entry of the page before: only older ones follow. */
  readonly after: { at: Instant; id: string } | undefined
  readonly limit: number
}

/** An entry of any history, as the record shows it. */
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

/** What every history is narrowed by in the same way: its school, its time, who, and where the page begins. */
export const withinRecord = ({ schoolId, at, id, by }: Columns, asked: RecordAsked): SQL | undefined =>
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
