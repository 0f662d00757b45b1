import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { ImportCells, ImportProblem, ImportValues } from '#shared/admissions/import/import-row.rules.ts'
import type { ImportJob, ImportRow, ImportVerdict } from '#shared/admissions/import/student-import.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { SheetFormat } from '#shared/lists/spreadsheet.rules.ts'
import type { JoinedGuardian } from './import-guardians.rules.ts'

/** Files that were read to bring students in; each is forgotten on its day, with its rows. */
export const importJobs = pgTable(
  'import_jobs',
  {
    schoolId: schoolId(),
    /** The id of the command that began it. */
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    format: text('format').$type<SheetFormat>().notNull(),
    state: text('state').$type<ImportJob['state']>().notNull(),
    unknownHeads: text('unknown_heads').array().notNull(),
    unusedHeads: text('unused_heads').array().notNull(),
    dayOrder: text('day_order').$type<ImportJob['dayOrder']>().notNull(),
    startedAt: instant('started_at').notNull(),
    startedBy: uuid('started_by').$type<UserId>().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('import_jobs_started_idx').on(t.schoolId, t.startedAt),
    index('import_jobs_expires_idx').on(t.schoolId, t.expiresAt),
    tenantPolicy('import_jobs'),
  ],
)

/** What a row would be brought in as; its parents with what the other rows and the school say of them. */
export interface KeptValues extends Omit<ImportValues, 'guardians'> {
  guardians: JoinedGuardian[]
}

/** Each row of a file, as it was read, how it was judged, and whom it has become. */
export const importRows = pgTable(
  'import_rows',
  {
    schoolId: schoolId(),
    jobId: uuid('job_id').notNull(),
    /** Its number in the file. */
    row: integer('row').notNull(),
    cells: jsonb('cells').$type<ImportCells>().notNull(),
    values: jsonb('values').$type<KeptValues>(),
    verdict: text('verdict').$type<ImportVerdict>().notNull(),
    problems: jsonb('problems').$type<ImportProblem[]>().notNull(),
    known: jsonb('known').$type<NonNullable<ImportRow['known']>>(),
    joined: integer('joined').notNull(),
    siblings: integer('siblings').notNull(),
    studentId: uuid('student_id'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.jobId, t.row] }),
    foreignKey({ columns: [t.schoolId, t.jobId], foreignColumns: [importJobs.schoolId, importJobs.id] }),
    tenantPolicy('import_rows'),
  ],
)

/** By which papers students can be known again: no number, only what says that two are the same. */
export const studentIdentityNumbers = pgTable(
  'student_identity_numbers',
  {
    schoolId: schoolId(),
    numberHash: text('number_hash').notNull(),
    studentId: uuid('student_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.numberHash] }),
    index('student_identity_numbers_student_idx').on(t.schoolId, t.studentId),
    tenantPolicy('student_identity_numbers'),
  ],
)
