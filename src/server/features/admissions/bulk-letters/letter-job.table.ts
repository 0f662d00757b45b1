import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { LetterJobKind } from '#shared/admissions/letter-job.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Letters issued for many students, one after the other. */
export const letterJobs = pgTable(
  'letter_jobs',
  {
    schoolId: schoolId(),
    /** Id of the command that created it. */
    id: uuid('id').notNull(),
    kind: text('kind').$type<LetterJobKind>().notNull(),
    state: text('state').$type<'running' | 'stopped' | 'done'>().notNull(),
    total: integer('total').notNull(),
    /** School's own address, as printed on the letters. */
    origin: text('origin').notNull(),
    startedAt: instant('started_at').notNull(),
    startedBy: uuid('started_by').$type<UserId>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('letter_jobs_started_idx').on(t.schoolId, t.startedAt),
    index('letter_jobs_running_idx').on(t.schoolId).where(sql`state = 'running'`),
    tenantPolicy('letter_jobs'),
  ],
)

/** Students of a job, with their outcome. */
export const letterJobRows = pgTable(
  'letter_job_rows',
  {
    schoolId: schoolId(),
    jobId: uuid('job_id').notNull(),
    /** From 1: the order of the letters. */
    position: integer('position').notNull(),
    studentId: uuid('student_id').notNull(),
    letterId: uuid('letter_id'),
    /** Missing values; null before the try, and once the letter exists. */
    lacks: text('lacks').array(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.jobId, t.position] }),
    foreignKey({ columns: [t.schoolId, t.jobId], foreignColumns: [letterJobs.schoolId, letterJobs.id] }),
    tenantPolicy('letter_job_rows'),
  ],
)
