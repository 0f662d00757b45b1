import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { ImportCells, ImportProblem, ImportValues } from '#shared/admissions/import/import-row.rules.ts'
import type { ImportJob, ImportRow, ImportVerdict } from '#shared/admissions/import/student-import.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { SheetFormat } from '#shared/lists/spreadsheet.rules.ts'
import type { JoinedGuardian } from './import-guardians.rules.ts'

/** Files read for import; each is deleted after its retention, with its rows. */
export const importJobs = pgTable(
  'import_jobs',
  {
    schoolId: schoolId(),
    /** Id of the command that created it. */
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

/** Values to import from a row; guardians completed from other rows and the school. */
export interface StoredValues extends Omit<ImportValues, 'guardians'> {
  guardians: JoinedGuardian[]
}

/** Rows of a file, as read, with problems and the imported student. */
export const importRows = pgTable(
  'import_rows',
  {
    schoolId: schoolId(),
    jobId: uuid('job_id').notNull(),
    /** Row number in the file. */
    row: integer('row').notNull(),
    cells: jsonb('cells').$type<ImportCells>().notNull(),
    values: jsonb('values').$type<StoredValues>(),
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

/** Documents for matching students: no number, only a value that tells whether two are equal. */
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
