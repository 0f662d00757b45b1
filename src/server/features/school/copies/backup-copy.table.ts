import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'

/** Backups of this installation, whether they succeeded or not; rows of no school, under `installationId`. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    /** Everything committed before this moment is in the copy; null for a backup that failed. */
    dataAsOf: instant('data_as_of'),
    /** When the copy had been read back and restored into a throw-away database. */
    verifiedAt: instant('verified_at'),
    /** `folder`, `sftp` or `s3`. */
    target: text('target').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    rows: bigint('rows', { mode: 'number' }),
    /** True if the keys were copied too, encrypted for recipients of their own. */
    hasKeys: boolean('has_keys').notNull(),
    /** Code of what went wrong; null for a backup that succeeded. */
    failure: text('failure'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('backup_runs_ended_idx').on(t.schoolId, t.endedAt),
    tenantPolicy('backup_runs'),
  ],
).enableRLS()

/** Copies that this database was restored from; rows of no school, under `installationId`. */
export const restores = pgTable(
  'restores',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    restoredAt: instant('restored_at').notNull(),
    copyId: uuid('copy_id').notNull(),
    /** Everything committed before this moment came back; of what was committed since, only what devices send again. */
    dataAsOf: instant('data_as_of').notNull(),
    /** Release that made the copy. */
    release: text('release').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.id] }), tenantPolicy('restores')],
).enableRLS()

/** What the people who run the installation are mailed about, once per cause; rows of no school are under `installationId`. */
export const installationAlerts = pgTable(
  'installation_alerts',
  {
    schoolId: schoolId(),
    /** Code of the cause: one row each. */
    cause: text('cause').notNull(),
    since: instant('since').notNull(),
    /** When the cause was over; null while it holds. */
    overAt: instant('over_at'),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.cause] }), tenantPolicy('installation_alerts')],
).enableRLS()
